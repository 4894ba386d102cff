// The thinking panel: open while the model thinks, then one line that can be opened again.

import { el, icon } from '../dom.js';
import { seconds } from '../format.js';
import { Prose } from '../markdown/prose.js';

const TICK_MILLIS = 200;

/** What a model was asked to say about what it does: the title shows it. The last one may still be on its way. */
const MARKERS = /\[STATUS:[^\]\n]*(?:\]|$)[ \t]*\n?/gi;

export class ThinkingView {
  #prose = new Prose();
  #title = el('span.thinking-title', {}, 'Thinking');
  #status = el('span.thinking-status', { dir: 'auto' });
  #timer = el('span.thinking-timer', { 'aria-hidden': 'true' });
  #body = el('.thinking-body', { tabIndex: 0, role: 'region', 'aria-label': 'Thinking' }, this.#prose.element);
  #clock;
  #ticking = 0;

  /** `clock` tells what time it is for the gateway. */
  constructor(piece, clock) {
    this.piece = piece;
    this.#clock = clock;
    this.element = el('details.thinking.live', { open: true }, el('summary', {}, el('span.thinking-dot'), this.#title, this.#status, this.#timer, icon('chevron')), this.#body);
    this.#ticking = setInterval(() => this.#tick(), TICK_MILLIS);
  }

  update() {
    const { text, status, millis } = this.piece;
    const atEnd = this.#body.scrollHeight - this.#body.scrollTop - this.#body.clientHeight < 24;
    this.#prose.show(text.replace(MARKERS, ''));
    this.#status.textContent = status;
    if (millis !== null) {
      this.#finish();
    } else if (atEnd) {
      this.#body.scrollTop = this.#body.scrollHeight;
    }
    this.#tick();
  }

  /** The turn is over, with or without an end of the thinking. */
  close() {
    clearInterval(this.#ticking);
    this.element.classList.remove('live');
  }

  #finish() {
    if (this.element.classList.contains('live')) {
      this.close();
      this.#prose.end();
      this.element.open = false;
    }
  }

  #tick() {
    const { millis, startedAt } = this.piece;
    if (millis === null) {
      this.#timer.textContent = seconds(Math.floor(Math.max(0, this.#clock() - startedAt) / 1000) * 1000).replace('0.0', '0');
    } else {
      this.#title.textContent = `Thought for ${seconds(millis)}`;
      this.#timer.textContent = '';
    }
  }
}
