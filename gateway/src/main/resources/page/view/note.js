// What a route did on the way: a try that came to nothing, another model that goes on.

import { el } from '../dom.js';

export class NoteView {
  constructor(piece) {
    this.piece = piece;
    this.element = el('p.note', { role: 'note', dir: 'auto' }, piece.message);
  }

  update() {}

  close() {}
}
