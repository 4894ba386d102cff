// The answer's text, what is wrong with it, and the words for an end that is not the usual one.

import { el, icon } from '../dom.js';
import { Prose } from '../markdown/prose.js';

/** Ends that come with an error of their own say no more here. */
const NOTES = {
  length: 'The answer was cut here: it reached the token limit.',
  pause: 'The provider paused here and waits for another request.',
};
const REPAIRED = 'Part of this text was lost on its way, and was corrected when the provider sent it whole.';
const MISSING = ' ⚠ something is missing here ⚠ ';

export class AnswerView {
  #prose = new Prose();
  #notes = el('.notes');

  constructor(piece) {
    this.piece = piece;
    this.element = el('.answer.live', {}, this.#prose.element, this.#notes);
  }

  update() {
    const { finish, repaired, gaps } = this.piece;
    this.#prose.show(marked(this.piece));
    this.#notes.replaceChildren(
      ...gaps.map(({ message }) => el('p.warning', { role: 'note' }, icon('alert'), message)),
      ...[repaired ? REPAIRED : undefined, NOTES[finish]].filter((note) => note !== undefined).map((note) => el('p.note', {}, note)),
    );
    if (finish !== null) {
      this.close();
    }
  }

  /** Text may still be corrected after its end. */
  close() {
    this.element.classList.remove('live');
    this.#prose.end();
  }
}

/** The text with its gaps marked. */
function marked({ text, gaps }) {
  const places = gaps.map(({ at }) => at).sort((a, b) => b - a);
  return places.reduce((shown, at) => shown.slice(0, at) + MISSING + shown.slice(at), text);
}
