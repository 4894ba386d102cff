// Why there is no answer, or not all of it, and what can be done.

import { el, icon } from '../dom.js';

export class FailureView {
  constructor(piece, retry) {
    this.piece = piece;
    const { code, message, retryable } = piece;
    const button = el('button.small', { type: 'button', onclick: retry }, icon('retry'), 'Try again');
    if (code === 'cancelled') {
      this.element = el('.stopped', {}, icon('stop'), el('span', {}, 'Stopped'), button);
      return;
    }
    this.element = el(
      '.failure',
      { role: 'group', 'aria-label': 'Error' },
      icon('alert'),
      el('.failure-words', {}, el('p', { dir: 'auto' }, message || 'The stream failed.'), el('p.failure-code', {}, code, retryable ? ', likely to pass' : '')),
      button,
    );
  }

  update() {}

  close() {}
}
