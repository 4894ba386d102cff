// Why there is no answer, or not all of it, and what can be done, and when.

import { el, icon } from '../dom.js';

const TICK_MILLIS = 500;

export class FailureView {
  #timer = 0;

  /** `retryAt()` promises when the provider wants to be asked again, or null. */
  constructor(piece, retry, retryAt) {
    this.piece = piece;
    const { code, message, retryable } = piece;
    const word = el('span', {}, 'Try again');
    const button = el('button.small', { type: 'button', onclick: retry }, icon('retry'), word);
    if (code === 'cancelled') {
      this.element = el('.stopped', {}, icon('stop'), el('span', {}, 'Stopped by you'), button);
      return;
    }
    this.element = el(
      '.failure',
      { role: 'group', 'aria-label': 'Error' },
      icon('alert'),
      el('.failure-words', {}, el('p', { dir: 'auto' }, message || 'The stream failed.'), el('p.failure-code', {}, code, retryable ? ', likely temporary' : '')),
      button,
    );
    void this.#countDown(word, retryAt);
  }

  update() {}

  /** The clock keeps running: it counts once the turn has ended. */
  close() {}

  async #countDown(word, retryAt) {
    const at = (await retryAt?.().catch(() => null)) ?? null;
    const tick = () => {
      const left = at === null ? 0 : Math.ceil((at - Date.now()) / 1000);
      word.textContent = left > 0 ? `Try again (in ${left} s)` : 'Try again';
      if (left <= 0 || !this.element.isConnected) {
        clearInterval(this.#timer);
      }
    };
    if (at !== null) {
      this.#timer = setInterval(tick, TICK_MILLIS);
      tick();
    }
  }
}
