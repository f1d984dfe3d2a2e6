// A timer that stops while nobody sees the page.

/** How often the time is shown anew, in milliseconds. */
const TICK_MS = 200;

export class Timer {
  #tick;
  #interval = 0;
  /** The milliseconds before the last start, and when that was. */
  #elapsedMs = 0;
  #startedAt = 0;
  #runs = false;

  /** @param {() => void} tick called now and then while the time goes on */
  constructor(tick) {
    this.#tick = tick;
    document.addEventListener('visibilitychange', () => this.#update());
  }

  get seconds() {
    return Math.floor((this.#elapsedMs + (this.#interval ? performance.now() - this.#startedAt : 0)) / 1000);
  }

  /** Starts, unless it runs already. */
  start() {
    this.#runs = true;
    this.#update();
  }

  stop() {
    this.#runs = false;
    this.#update();
  }

  /** Stops, and forgets the time. */
  reset() {
    this.stop();
    this.#elapsedMs = 0;
  }

  #update() {
    const goesOn = this.#runs && document.visibilityState === 'visible';
    if (goesOn === this.#interval > 0) return;
    if (goesOn) {
      this.#startedAt = performance.now();
      this.#interval = setInterval(this.#tick, TICK_MS);
    } else {
      this.#elapsedMs += performance.now() - this.#startedAt;
      clearInterval(this.#interval);
      this.#interval = 0;
    }
    this.#tick();
  }
}

/**
 * A time as it is read on a clock: `1:05`, or `1:00:05`.
 * @param {number} seconds
 * @returns {string}
 */
export function formatDuration(seconds) {
  const hours = Math.floor(seconds / 3600), minutes = Math.floor(seconds / 60) % 60;
  const digits = (number) => String(number).padStart(2, '0');
  return [...(hours ? [hours, digits(minutes)] : [minutes]), digits(seconds % 60)].join(':');
}
