// A tool call: its name and state in a line, arguments and result behind it.

import { el, icon, copyButton } from '../dom.js';
import { pretty } from '../format.js';

const STATES = {
  running: { words: 'running', symbol: null },
  ok: { words: 'done', symbol: 'check' },
  failed: { words: 'failed', symbol: 'cross' },
  lost: { words: 'no result', symbol: 'cross' },
};

export class ToolView {
  #state = el('span.tool-state');
  #result = el('.tool-part', { hidden: true });

  constructor(piece) {
    this.piece = piece;
    const text = pretty(piece.arguments);
    this.element = el(
      'details.tool',
      {},
      el('summary', {}, icon('tool'), el('span.tool-name', {}, piece.name || 'tool'), el('span.tool-brief', { dir: 'auto' }, brief(piece.arguments)), this.#state, icon('chevron')),
      el('.tool-body', {}, part(piece.server ? 'Arguments (run by the provider)' : 'Arguments', text), this.#result),
    );
  }

  update() {
    const { words, symbol } = STATES[this.piece.state];
    this.element.dataset.state = this.piece.state;
    this.#state.replaceChildren(symbol === null ? el('span.spinner') : icon(symbol), words);
    if (this.piece.fields !== null && this.#result.hidden) {
      this.#result.hidden = false;
      this.#result.append(...part('Result', JSON.stringify(this.piece.fields, null, 2)).childNodes);
    }
  }

  close() {
    this.update();
  }
}

function part(title, text) {
  const pre = el('pre', { tabIndex: 0 }, text || '(none)');
  return el('.tool-part', {}, el('.tool-part-head', {}, el('span', {}, title), copyButton('Copy', () => text)), pre);
}

const BRIEF_CHARS = 120;
const VALUE_CHARS = 80;

/** The short values of the arguments, for the line that is always visible. */
function brief(text) {
  try {
    const value = JSON.parse(text);
    return Object.values(value)
      .filter((each) => ['string', 'number', 'boolean'].includes(typeof each) && String(each).length <= VALUE_CHARS)
      .join(', ')
      .slice(0, BRIEF_CHARS);
  } catch {
    return text.slice(0, BRIEF_CHARS);
  }
}
