// The mode in which one plays: the game, its time, what is said of each move, and what comes after a win.

import { drawSeed, notACount } from '../address.js';
import { enable, show } from '../focus.js';
import { number, say } from '../language.js';
import { copy } from '../share.js';
import { announcement, distance, surroundings } from './announce.js';
import { bestTime, keepTime } from './best.js';
import { challengeOf, challenging, resultText, scoreInWords, verdict } from './challenge.js';
import { Game } from './game.js';
import { nextSize } from './level.js';
import { Pad } from './pad.js';
import { clock, Timer } from './timer.js';

/** Text that differs from the same text, so that a screen reader says it again. */
const AGAIN = '\u00a0';

const $ = (id) => document.getElementById(id);

export class Play {
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
  #announced = 0;
  #timer = new Timer(() => this.#showTime());
  #pad = new Pad($('pad-keys'), (side) => this.game?.move(side));

  /**
   * @param {import('../view.js').View} view
   * @param {{ tell: (words: string) => void, change: (changes: object) => void, link: (state: object) => string }} page
   */
  constructor(view, page) {
    this.#view = view;
    this.#page = page;
    const on = (id, does) => $(id).addEventListener('click', () => this.game && does());
    on('hint', () => page.tell(this.game.hint()));
    on('how-far', () => page.tell(distance(this.game)));
    on('give-up', () => this.game.giveUp());
    on('again', () => this.#start());
    on('next-maze', () => this.#next());
    on('stairs-up', () => this.game.go('U'));
    on('stairs-down', () => this.game.go('D'));
    on('copy-result', () => copy($('copy-result'), $('result').textContent, page.tell));
    on('copy-challenge', () => copy($('copy-challenge'), this.#link(), page.tell));
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
    this.#challenge = challengeOf(state);
    const game = this.#start(maze), least = game.shortest ?? 0;
    document.documentElement.toggleAttribute('data-floors', maze.hasFloors);
    document.documentElement.toggleAttribute('data-aslant', state.grid !== 'square');
    for (const id of ['stairs-up', 'stairs-down']) $(id).hidden = !maze.hasFloors;
    $('shortest').textContent = game.shortest === null ? '–' : game.shortest < 0 ? say('none') : number(game.shortest);
    const best = this.#date && bestTime(this.#date);
    this.#page.tell(note || (best !== undefined && best !== '' ? say('best-time', { time: clock(best) }) : ''));
    if (!this.#challenge || this.#challenge.moves >= least) return null;
    // Nobody wins with fewer moves than the shortest path has.
    this.#challenge = null;
    this.#showChallenge();
    return notACount('moves', state.moves, least);
  }

  /** Ends the game, as there is another maze or none. */
  leave() {
    this.game = null;
    this.#timer.reset();
    show($('share-result'), false, $('maze'));
    show($('next-maze'), false, $('maze'));
    $('challenge').hidden = true;
    $('of-results').hidden = true;
    $('announcement').textContent = '';
  }

  /** Does what a key stands for, and returns whether it stands for anything. */
  onKey(key, { isOnBoard }) {
    if (!this.game) return false;
    if (key === 'l') this.#page.tell(surroundings(this.game));
    else if (key === 'h' && !$('hint').disabled) this.#page.tell(this.game.hint());
    else if (key === 'x') this.#page.tell(distance(this.game));
    else if (key === 'enter' && isOnBoard && !$('next-maze').hidden) this.#next();
    else return false;
    return true;
  }

  #start(maze = this.game.maze) {
    this.game = new Game(maze, () => this.#onGame());
    this.#timer.reset();
    this.#announced = -1;
    this.#view.show({ maze, game: this.game });
    this.#page.tell('');
    this.#showChallenge();
    this.#onGame();
    return this.game;
  }

  #next() {
    this.#page.change({ ...nextSize(this.#state), seed: drawSeed() });
  }

  /** The date whose maze it is, if it is the maze of a day. */
  get #date() {
    return this.#state.today && this.#state.seed;
  }

  #onGame() {
    const { game } = this, isOver = game.state !== 'playing', isWon = game.state === 'won';
    if (isOver) this.#timer.stop();
    else if (game.moves) this.#timer.start();
    $('moves').textContent = number(game.moves);
    this.#showTime();
    this.#showEnd(isWon && this.#hasLink);
    for (const id of ['hint', 'give-up']) enable($(id), !isOver && game.shortest >= 0, $('again'));
    $('game').classList.toggle('won', isWon);
    const outcome = game.shortest < 0 ? say('no-way') : game.outcome, isNew = $('outcome').textContent !== outcome;
    if (isNew) $('outcome').textContent = outcome;
    $('play-help').hidden = outcome !== '';
    // A hint is about the position before.
    if (!game.bumped) this.#page.tell(game.news ? say(game.news[0], { n: game.news[1] }) : '');
    for (const [id, name] of [['stairs-up', 'U'], ['stairs-down', 'D']]) enable($(id), !isOver && game.hasStairs(name), $('maze'));
    this.#pad.show(game);
    this.#announce();
    if (isWon && isNew) this.#onWin();
    this.#view.keepInSight(game.player);
    this.#view.refreshGame();
    if (game.celebrates) requestAnimationFrame(() => this.#celebrate());
  }

  /** After a win, the buttons for what comes next take the places of those that help. */
  #showEnd(yes) {
    for (const id of ['next-maze', 'share-result']) show($(id), yes, $('maze'));
    for (const id of ['hint', 'give-up']) show($(id), !yes, $('next-maze'));
    $('of-results').hidden = !yes;
    $('challenge').hidden ||= yes;
  }

  #onWin() {
    const score = { seconds: this.#timer.seconds, moves: this.game.moves };
    const words = this.#challenge ? [verdict(this.#challenge, score)] : [];
    if (this.#date) {
      keepTime(this.#date, score.seconds);
      words.push(say('best-time', { time: clock(bestTime(this.#date) ?? score.seconds) }));
    }
    this.#page.tell(words.join(' '));
    $('result').textContent = resultText(this.#title, { ...score, hints: this.game.hints, shortest: this.game.shortest }, this.#link());
  }

  /** The link to this maze with the time and the moves. */
  #link() {
    return this.#page.link(challenging(this.#state, { seconds: this.#timer.seconds, moves: this.game.moves }));
  }

  #celebrate() {
    this.#view.refreshGame();
    if (this.game?.celebrates) requestAnimationFrame(() => this.#celebrate());
  }

  #showTime() {
    $('time').textContent = clock(this.#timer.seconds);
  }

  #showChallenge() {
    $('challenge').hidden = !this.#challenge;
    $('challenge').textContent = this.#challenge ? scoreInWords('challenge', this.#challenge) : '';
  }

  /** Says where the player is, if that is another cell than before, or that there is a wall. How a game ends is said elsewhere. */
  #announce() {
    const { game } = this, region = $('announcement');
    if (game.state !== 'playing') region.textContent = '';
    else if (game.bumped) region.textContent = say('wall') + (region.textContent.endsWith(AGAIN) ? '' : AGAIN);
    else if (game.moves !== this.#announced) region.textContent = announcement(game);
    this.#announced = game.moves;
  }
}
