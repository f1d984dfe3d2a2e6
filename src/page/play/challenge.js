// What somebody passes on after a win: a link with the time and the moves, and a text about the result.

import { formatMoves, translate } from '../language.js';
import { formatDuration } from './timer.js';

/** @typedef {{ seconds: number, moves: number }} Score */

/**
 * The time and the moves that a link asks the player to beat.
 * @param {{ time: string, moves: string }} state
 * @returns {Score | null}
 */
export function readChallenge(state) {
  return state.time && state.moves ? { seconds: Number(state.time), moves: Number(state.moves) } : null;
}

/**
 * The state whose link challenges others.
 * @template State
 * @param {State} state
 * @param {Score} score
 * @returns {State}
 */
export function withChallenge(state, score) {
  return { ...state, mode: 'play', time: String(score.seconds), moves: String(score.moves) };
}

/**
 * A time and moves in words, with the key of a sentence that has places for both.
 * @param {string} key
 * @param {Score} score
 */
export function describeScore(key, score) {
  return translate(key, { moves: formatMoves(score.moves), time: formatDuration(score.seconds) });
}

/**
 * What came of a challenge: the faster one wins, and of two that are as fast the one with fewer moves.
 * @param {Score} challenge
 * @param {Score} score
 */
export function describeVerdict(challenge, score) {
  const better = challenge.seconds - score.seconds || challenge.moves - score.moves;
  return describeScore(better > 0 ? 'challenge-won' : better < 0 ? 'challenge-lost' : 'challenge-even', challenge);
}

/**
 * Three lines to paste anywhere: which maze it was, how it went, and where it is.
 * @param {string} title
 * @param {Score & { hints: number, shortest: number | null }} result
 * @param {string} link
 */
export function resultText(title, { hints, shortest, ...score }, link) {
  const longer = shortest !== null && (score.moves === shortest ? translate('won-shortest') : translate('won-longer', { count: shortest }));
  const how = [describeScore('played', score), hints && translate('hints', { count: hints }), longer].filter(Boolean).join(' ');
  return [`Dédale: ${title}`, how, link].join('\n');
}
