// What is said while nothing comes: that a provider limits the rate and when it is asked again, or that nothing was heard for a while.

import { stream } from '../net/api.js';

const TICK_MILLIS = 500;
/** Nobody wonders about a silence this long. */
const ASK_AFTER_MILLIS = 1200;
const ASK_EVERY_MILLIS = 1000;
const SILENCE_MILLIS = 15_000;

export class WaitWatch {
  #exchange;
  #place;
  #isBusy;
  #heardAt = Date.now();
  #askedAt = 0;
  #waiting = null;
  #timer;

  /** `isBusy()` tells whether what is shown says by itself that something goes on. */
  constructor(exchange, place, isBusy) {
    this.#exchange = exchange;
    this.#place = place;
    this.#isBusy = isBusy;
    this.#timer = setInterval(() => this.#tick(), TICK_MILLIS);
  }

  heard() {
    this.#heardAt = Date.now();
    this.#waiting = null;
    this.#draw();
  }

  stop() {
    clearInterval(this.#timer);
  }

  #tick() {
    const { turn, id } = this.#exchange;
    const now = Date.now();
    if (!turn.ended && id && !document.hidden && now - this.#heardAt > ASK_AFTER_MILLIS && now - this.#askedAt > ASK_EVERY_MILLIS) {
      this.#askedAt = now;
      void this.#ask(id);
    }
    this.#draw();
  }

  async #ask(id) {
    const heardAt = this.#heardAt;
    const { waiting, passes } = await stream(id).catch(() => ({}));
    if (heardAt === this.#heardAt) {
      this.#waiting = waiting === undefined ? null : { ...waiting, tries: passes?.at(-1)?.count ?? 1 };
      this.#draw();
    }
  }

  #draw() {
    const words = this.#exchange.turn.ended ? '' : this.#words();
    const place = this.#place.lastElementChild;
    if (place.textContent !== words) {
      place.textContent = words;
    }
    this.#place.hidden = this.#exchange.turn.ended || (this.#isBusy() && words === '');
  }

  #words() {
    if (this.#waiting !== null) {
      const { status, message, nextTryAt, tries } = this.#waiting;
      const why = status === 429 ? 'Rate limited' : message || 'The provider did not answer';
      const left = Math.ceil((nextTryAt - this.#exchange.clock()) / 1000);
      return `${why.replace(/[.\s]+$/, '')}, ${left > 0 ? `next try in ${left} s` : 'trying again'} (try ${tries + 1})`;
    }
    const silence = Date.now() - this.#heardAt;
    return silence < SILENCE_MILLIS ? '' : `Nothing heard for ${Math.floor(silence / 1000)} s`;
  }
}
