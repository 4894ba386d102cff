// One question, several models: their answers side by side, each with its own numbers, and one with which the chat continues.

import { el } from '../dom.js';

export class ComparisonView {
  #marks;

  /** `answers`: `[{exchange, view, label}]`; `onContinue(index)` chooses the one that is continued. */
  constructor(answers, onContinue) {
    this.exchanges = answers.map(({ exchange }) => exchange);
    this.#marks = answers.map(({ label }, index) => el('button.quiet.small', { type: 'button', 'aria-pressed': 'false', 'aria-label': `Go on with ${label}`, onclick: () => onContinue(index) }, 'Go on with this'));
    this.element = el(
      'section.comparison',
      { 'aria-label': 'Comparison' },
      answers[0].view.question,
      el('.columns', { tabIndex: 0, role: 'group', 'aria-label': 'Answers side by side' }, answers.map(({ view, label }, index) => el('article.column', { 'aria-label': label }, el('.column-head', {}, el('span.column-name', {}, label), this.#marks[index]), view.reply))),
    );
  }

  mark(chosen) {
    this.#marks.forEach((mark, index) => mark.setAttribute('aria-pressed', String(index === chosen)));
  }
}
