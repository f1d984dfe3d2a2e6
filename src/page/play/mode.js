// The mode in which one plays: the game, its time, what is said of each move, and what comes after a win.

import { challengeFault, randomSeed } from '../address.js';
import { byId, setEnabled, setVisible } from '../dom.js';
import { formatNumber, translate } from '../language.js';
import { copyText } from '../share.js';
import { announceMove, describeDistance, describeSurroundings } from './announce.js';
import { bestTime, keepTime } from './best.js';
import { describeScore, describeVerdict, readChallenge, resultText, withChallenge } from './challenge.js';
import { Game } from './game.js';
import { nextSize } from './level.js';
import { DirectionPad } from './pad.js';
import { formatDuration, Timer } from './timer.js';

/** @import { Score } from './challenge.js' */
/** @import { ChangeState, Graph, SetStatus, State, View } from '../types.d.ts' */
/** Text that differs from the same text, so that a screen reader says it again. */
const REPEAT_MARKER = '\u00a0';

const MAX_STARS = 3;

export class PlayMode {
  /** @type {Game | null} */
  game = null;
  #view;
  #page;
  /** @type {State | null} */
  #state = null;
  #title = '';
  /** Whether the maze is one that a link leads to, and not a file. */
  #hasLink = true;
  /** @type {Score | null} */
  #challenge = null;
  /** The number of moves for which the position was said. */
  #announcedMoves = 0;
  #timer = new Timer(() => this.#showTime());
  #pad = new DirectionPad(byId('pad-keys'), (side) => this.game?.move(side));

  /**
   * @param {View} view
   * @param {{ setStatus: SetStatus, changeState: ChangeState, link: (state: State) => string }} page
   */
  constructor(view, page) {
    this.#view = view;
    this.#page = page;
    /**
     * @param {string} id
     * @param {(game: Game) => void} does
     */
    const on = (id, does) => byId(id).addEventListener('click', () => this.game && does(this.game));
    on('hint', (game) => page.setStatus(game.hint()));
    on('how-far', (game) => page.setStatus(describeDistance(game)));
    on('give-up', (game) => game.giveUp());
    on('again', (game) => this.#startGame(game.maze));
    on('next-maze', () => this.#nextLevel());
    on('stairs-up', (game) => game.go('U'));
    on('stairs-down', (game) => game.go('D'));
    on('copy-result', () => copyText(byId('copy-result'), byId('result').textContent, page.setStatus));
    on('copy-challenge', () => copyText(byId('copy-challenge'), this.#challengeLink(), page.setStatus));
  }

  /**
   * Shows a maze to be played, and says `note` about it. Returns what is wrong with its challenge, if anything is.
   * @param {Graph} maze
   * @param {State} state
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
    for (const id of ['stairs-up', 'stairs-down']) byId(id).hidden = !maze.hasFloors;
    byId('shortest').textContent = game.shortest === null ? '–' : game.shortest < 0 ? translate('none') : formatNumber(game.shortest);
    const best = this.#date ? bestTime(this.#date) : undefined;
    this.#page.setStatus(note || (best !== undefined ? translate('best-time', { time: formatDuration(best) }) : ''));
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
    setVisible(byId('share-result'), false, byId('maze'));
    setVisible(byId('next-maze'), false, byId('maze'));
    byId('challenge').hidden = true;
    byId('of-results').hidden = true;
    byId('announcement').textContent = '';
    byId('stars').hidden = true;
  }

  /**
   * Does what a key stands for, and returns whether it stands for anything.
   * @param {string} key
   * @param {{ isOnBoard: boolean }} place
   */
  onKey(key, { isOnBoard }) {
    if (!this.game) return false;
    if (key === 'l') this.#page.setStatus(describeSurroundings(this.game));
    else if (key === 'h' && !byId('hint', HTMLButtonElement).disabled) this.#page.setStatus(this.game.hint());
    else if (key === 'x') this.#page.setStatus(describeDistance(this.game));
    else if (key === 'enter' && isOnBoard && !byId('next-maze').hidden) this.#nextLevel();
    else return false;
    return true;
  }

  /** @param {Graph} maze */
  #startGame(maze) {
    const game = new Game(maze, () => this.#onGame(game));
    this.game = game;
    this.#timer.reset();
    this.#announcedMoves = -1;
    this.#view.show({ maze, game });
    this.#page.setStatus('');
    this.#showChallenge();
    this.#onGame(game);
    return game;
  }

  #nextLevel() {
    if (this.#state) this.#page.changeState({ ...nextSize(this.#state), seed: randomSeed() });
  }

  /** The date whose maze it is, if it is the maze of a day. */
  get #date() {
    return this.#state?.today ? this.#state.seed : '';
  }

  /** @param {Game} game */
  #onGame(game) {
    const isOver = game.state !== 'playing', isWon = game.state === 'won';
    if (isOver) this.#timer.stop();
    else if (game.moves) this.#timer.start();
    byId('moves').textContent = formatNumber(game.moves);
    this.#showTime();
    this.#showEnd(isWon && this.#hasLink);
    // With keys to fetch, there may be one.
    const hasPath = game.shortest === null || game.shortest >= 0;
    for (const id of ['hint', 'give-up']) setEnabled(byId(id), !isOver && hasPath, byId('again'));
    byId('game').classList.toggle('won', isWon);
    byId('stars').hidden = !game.stars;
    byId('stars').textContent = '★'.repeat(game.stars).padEnd(MAX_STARS, '☆');
    byId('stars').setAttribute('aria-label', translate('stars', { count: game.stars }));
    const outcome = !hasPath ? translate('no-way') : game.outcome, isNew = byId('outcome').textContent !== outcome;
    if (isNew) byId('outcome').textContent = outcome;
    byId('play-help').hidden = outcome !== '';
    // A hint is about the position before.
    if (!game.bumped) this.#page.setStatus(game.news ? translate(game.news[0], { n: game.news[1] }) : '');
    for (const [id, name] of [['stairs-up', 'U'], ['stairs-down', 'D']]) setEnabled(byId(id), !isOver && game.hasStairs(name), byId('maze'));
    this.#pad.show(game);
    this.#announce(game);
    if (isWon && isNew) this.#onWin(game);
    this.#view.keepInSight(game.player);
    this.#view.refreshGame();
    if (game.celebrates) requestAnimationFrame(() => this.#celebrate());
  }

  /**
   * After a win, the buttons for what comes next take the places of those that help.
   * @param {boolean} yes
   */
  #showEnd(yes) {
    for (const id of ['next-maze', 'share-result']) setVisible(byId(id), yes, byId('maze'));
    for (const id of ['hint', 'give-up']) setVisible(byId(id), !yes, byId('next-maze'));
    byId('of-results').hidden = !yes;
    byId('challenge').hidden ||= yes;
  }

  /** @param {Game} game */
  #onWin(game) {
    const score = { seconds: this.#timer.seconds, moves: game.moves };
    const words = this.#challenge ? [describeVerdict(this.#challenge, score)] : [];
    if (this.#date) {
      keepTime(this.#date, score.seconds);
      words.push(translate('best-time', { time: formatDuration(bestTime(this.#date) ?? score.seconds) }));
    }
    this.#page.setStatus(words.join(' '));
    byId('result').textContent = resultText(this.#title, { ...score, hints: game.hints, shortest: game.shortest }, this.#challengeLink());
  }

  /** The link to this maze with the time and the moves. */
  #challengeLink() {
    return this.#state ? this.#page.link(withChallenge(this.#state, { seconds: this.#timer.seconds, moves: this.game?.moves ?? 0 })) : '';
  }

  #celebrate() {
    this.#view.refreshGame();
    if (this.game?.celebrates) requestAnimationFrame(() => this.#celebrate());
  }

  #showTime() {
    byId('time').textContent = formatDuration(this.#timer.seconds);
  }

  #showChallenge() {
    byId('challenge').hidden = !this.#challenge;
    byId('challenge').textContent = this.#challenge ? describeScore('challenge', this.#challenge) : '';
  }

  /**
   * Says where the player is, if that is another cell than before, or that there is a wall. How a game ends is said elsewhere.
   * @param {Game} game
   */
  #announce(game) {
    const region = byId('announcement');
    if (game.state !== 'playing') region.textContent = '';
    else if (game.bumped) region.textContent = translate('wall') + (region.textContent.endsWith(REPEAT_MARKER) ? '' : REPEAT_MARKER);
    else if (game.moves !== this.#announcedMoves) region.textContent = announceMove(game);
    this.#announcedMoves = game.moves;
  }
}
