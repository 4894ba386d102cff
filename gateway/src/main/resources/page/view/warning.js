// Something is wrong, and the answer goes on.

import { el, icon } from '../dom.js';

export class WarningView {
  constructor(piece) {
    this.piece = piece;
    this.element = el('p.warning', { role: 'note', dir: 'auto' }, icon('alert'), piece.message || piece.code);
  }

  update() {}

  close() {}
}
