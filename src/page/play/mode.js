// The mode in which one plays: the game, its time, what is said of each move, and what comes after a win.

import { challengeFault, randomSeed } from '../address.js';
import { setEnabled, setVisible } from '../focus.js';
import { formatNumber, translate } from '../language.js';
import { copyText } from '../share.js';
import { announceMove, describeDistance, describeSurroundings } from './announce.js';
import { bestTime, keepTime } from './best.js';
import { describeScore, describeVerdict, readChallenge, resultText, withChallenge } from './challenge.js';
import { Game } from './game.js';
import { nextSize } from './level.js';
import { DirectionPad } from './pad.js';
import { formatDuration, Timer } from './timer.js';

/** Text that differs from the same text, so that a screen reader says it again. */
const REPEAT_MARKER = '\u00a0';

const $ = (id) => document.getElementById(id);

export class PlayMode {
  /** @type {Game | null} */
  game = null;
  #view;
  #page;
  #state = null;
  #title = '';
  /** Whether the maze is one that a link leads to, and not a file. */
  #hasLink = true;
  #challenge = null;
  /** The number of moves for which the position was said. */
  #announcedMoves = 0;
  #timer = new Timer(() => this.#showTime());
  #pad = new DirectionPad($('pad-keys'), (side) => this.game?.move(side));

  /**
   * @param {import('../view.js').View} view
   * @param {{ setStatus: (words: string) => void, changeState: (changes: object) => void, link: (state: object) => string }} page
   */
  constructor(view, page) {
    this.#view = view;
    this.#page = page;
    const on = (id, does) => $(id).addEventListener('click', () => this.game && does());
    on('hint', () => page.setStatus(this.game.hint()));
    on('how-far', () => page.setStatus(describeDistance(this.game)));
    on('give-up', () => this.game.giveUp());
    on('again', () => this.#startGame());
    on('next-maze', () => this.#nextLevel());
    on('stairs-up', () => this.game.go('U'));
    on('stairs-down', () => this.game.go('D'));
    on('copy-result', () => copyText($('copy-result'), $('result').textContent, page.setStatus));
    on('copy-challenge', () => copyText($('copy-challenge'), this.#challengeLink(), page.setStatus));
  }

  /**
   * Shows a maze to be played, and says `note` about it. Returns what is wrong with its challenge, if anything is.
   * @param {import('../graph.js').Graph} maze
   * @param {Record<string, string>} state
   * @param {{ title: string, note: string, hasLink: boolean }} about
   */
  show(maze, state, { title, note, hasLink }) {
    this.#state = state;
    this.#title = title;
    this.#hasLink = hasLink;
    this.#challenge = readChallenge(state);
    const game = this.#startGame(maze), minMoves = game.shortest ?? 0;
    document.documentElement.toggleAttribute('data-floors', maze.hasFloors);
    document.documentElement.toggleAttribute('data-aslant', state.grid !== 'square');
    for (const id of ['stairs-up', 'stairs-down']) $(id).hidden = !maze.hasFloors;
    $('shortest').textContent = game.shortest === null ? '–' : game.shortest < 0 ? translate('none') : formatNumber(game.shortest);
    const best = this.#date && bestTime(this.#date);
    this.#page.setStatus(note || (best !== undefined && best !== '' ? translate('best-time', { time: formatDuration(best) }) : ''));
    if (!this.#challenge || this.#challenge.moves >= minMoves) return null;
    // Nobody wins with fewer moves than the shortest path has.
    this.#challenge = null;
    this.#showChallenge();
    return challengeFault('moves', state.moves, minMoves);
  }

  /** Ends the game, as there is another maze or none. */
  leave() {
    this.game = null;
    this.#timer.reset();
    setVisible($('share-result'), false, $('maze'));
    setVisible($('next-maze'), false, $('maze'));
    $('challenge').hidden = true;
    $('of-results').hidden = true;
    $('announcement').textContent = '';
  }

  /** Does what a key stands for, and returns whether it stands for anything. */
  onKey(key, { isOnBoard }) {
    if (!this.game) return false;
    if (key === 'l') this.#page.setStatus(describeSurroundings(this.game));
    else if (key === 'h' && !$('hint').disabled) this.#page.setStatus(this.game.hint());
    else if (key === 'x') this.#page.setStatus(describeDistance(this.game));
    else if (key === 'enter' && isOnBoard && !$('next-maze').hidden) this.#nextLevel();
    else return false;
    return true;
  }

  #startGame(maze = this.game.maze) {
    this.game = new Game(maze, () => this.#onGame());
    this.#timer.reset();
    this.#announcedMoves = -1;
    this.#view.show({ maze, game: this.game });
    this.#page.setStatus('');
    this.#showChallenge();
    this.#onGame();
    return this.game;
  }

  #nextLevel() {
    this.#page.changeState({ ...nextSize(this.#state), seed: randomSeed() });
  }

  /** The date whose maze it is, if it is the maze of a day. */
  get #date() {
    return this.#state.today && this.#state.seed;
  }

  #onGame() {
    const { game } = this, isOver = game.state !== 'playing', isWon = game.state === 'won';
    if (isOver) this.#timer.stop();
    else if (game.moves) this.#timer.start();
    $('moves').textContent = formatNumber(game.moves);
    this.#showTime();
    this.#showEnd(isWon && this.#hasLink);
    for (const id of ['hint', 'give-up']) setEnabled($(id), !isOver && game.shortest >= 0, $('again'));
    $('game').classList.toggle('won', isWon);
    const outcome = game.shortest < 0 ? translate('no-way') : game.outcome, isNew = $('outcome').textContent !== outcome;
    if (isNew) $('outcome').textContent = outcome;
    $('play-help').hidden = outcome !== '';
    // A hint is about the position before.
    if (!game.bumped) this.#page.setStatus(game.news ? translate(game.news[0], { n: game.news[1] }) : '');
    for (const [id, name] of [['stairs-up', 'U'], ['stairs-down', 'D']]) setEnabled($(id), !isOver && game.hasStairs(name), $('maze'));
    this.#pad.show(game);
    this.#announce();
    if (isWon && isNew) this.#onWin();
    this.#view.keepInSight(game.player);
    this.#view.refreshGame();
    if (game.celebrates) requestAnimationFrame(() => this.#celebrate());
  }

  /** After a win, the buttons for what comes next take the places of those that help. */
  #showEnd(yes) {
    for (const id of ['next-maze', 'share-result']) setVisible($(id), yes, $('maze'));
    for (const id of ['hint', 'give-up']) setVisible($(id), !yes, $('next-maze'));
    $('of-results').hidden = !yes;
    $('challenge').hidden ||= yes;
  }

  #onWin() {
    const score = { seconds: this.#timer.seconds, moves: this.game.moves };
    const words = this.#challenge ? [describeVerdict(this.#challenge, score)] : [];
    if (this.#date) {
      keepTime(this.#date, score.seconds);
      words.push(translate('best-time', { time: formatDuration(bestTime(this.#date) ?? score.seconds) }));
    }
    this.#page.setStatus(words.join(' '));
    $('result').textContent = resultText(this.#title, { ...score, hints: this.game.hints, shortest: this.game.shortest }, this.#challengeLink());
  }

  /** The link to this maze with the time and the moves. */
  #challengeLink() {
    return this.#page.link(withChallenge(this.#state, { seconds: this.#timer.seconds, moves: this.game.moves }));
  }

  #celebrate() {
    this.#view.refreshGame();
    if (this.game?.celebrates) requestAnimationFrame(() => this.#celebrate());
  }

  #showTime() {
    $('time').textContent = formatDuration(this.#timer.seconds);
  }

  #showChallenge() {
    $('challenge').hidden = !this.#challenge;
    $('challenge').textContent = this.#challenge ? describeScore('challenge', this.#challenge) : '';
  }

  /** Says where the player is, if that is another cell than before, or that there is a wall. How a game ends is said elsewhere. */
  #announce() {
    const { game } = this, region = $('announcement');
    if (game.state !== 'playing') region.textContent = '';
    else if (game.bumped) region.textContent = translate('wall') + (region.textContent.endsWith(REPEAT_MARKER) ? '' : REPEAT_MARKER);
    else if (game.moves !== this.#announcedMoves) region.textContent = announceMove(game);
    this.#announcedMoves = game.moves;
  }
}
