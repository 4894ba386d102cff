// The answer's text, and the words for an end that is not the usual one.

import { el } from '../dom.js';
import { Prose } from '../markdown/prose.js';

/** Ends that come with an error of their own say no more here. */
const NOTES = {
  length: 'The answer was cut here: it reached the limit of tokens.',
  pause: 'The provider paused here and waits for a further request.',
};

export class AnswerView {
  #prose = new Prose();
  #note = el('p.note', { hidden: true });

  constructor(piece) {
    this.piece = piece;
    this.element = el('.answer.live', {}, this.#prose.element, this.#note);
  }

  update() {
    const { text, finish } = this.piece;
    this.#prose.show(text);
    if (finish !== null && this.element.classList.contains('live')) {
      this.close();
      const note = NOTES[finish];
      this.#note.hidden = note === undefined;
      this.#note.textContent = note ?? '';
    }
  }

  close() {
    if (this.element.classList.contains('live')) {
      this.element.classList.remove('live');
      this.#prose.end();
    }
  }
}
