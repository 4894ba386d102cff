// A tool call: its name and state in a line, its arguments and result behind it.

import { el, icon, copyButton } from '../dom.js';
import { count, pretty } from '../format.js';

const STATES = {
  writing: { words: 'writing', symbol: null },
  running: { words: 'running', symbol: null },
  ok: { words: 'done', symbol: 'check' },
  failed: { words: 'failed', symbol: 'cross' },
  lost: { words: 'no result', symbol: 'cross' },
};

export class ToolView {
  #state = el('span.tool-state');
  #brief = el('span.tool-brief', { dir: 'auto' });
  #arguments;
  #result = part('Result');
  #error = part('Why it failed');
  #fields = part('Data');

  constructor(piece) {
    this.piece = piece;
    this.#arguments = part(piece.server ? 'Arguments (run by the provider)' : 'Arguments');
    this.element = el(
      'details.tool',
      {},
      el('summary', {}, icon('tool'), el('span.tool-name', {}, piece.name || 'tool'), this.#brief, this.#state, icon('chevron')),
      el('.tool-body', {}, this.#arguments.element, this.#error.element, this.#result.element, this.#fields.element),
    );
  }

  update() {
    const { state, status, arguments: given, output, outputLength, error, fields } = this.piece;
    const { words, symbol } = STATES[state];
    this.element.dataset.state = state;
    this.#state.replaceChildren(symbol === null ? el('span.spinner') : icon(symbol), symbol === null && status !== '' ? status.replaceAll('_', ' ') : words);
    this.#brief.textContent = state === 'writing' ? given.slice(-BRIEF_CHARS) : error || brief(given);
    this.#arguments.show(state === 'writing' ? given : pretty(given) || '(none)');
    this.#result.show(outputLength > output.length ? `${output}\n… ${count(outputLength - output.length, 'more character')}` : pretty(output));
    this.#error.show(error);
    this.#fields.show(fields === null ? '' : JSON.stringify(fields, null, 2));
  }

  close() {
    this.update();
  }
}

/** A titled text that is hidden while it is empty. */
function part(title) {
  const pre = el('pre', { tabIndex: 0, dir: 'auto' });
  const element = el('.tool-part', { hidden: true }, el('.tool-part-head', {}, el('span', {}, title), copyButton('Copy', () => pre.textContent)), pre);
  return {
    element,
    show(text) {
      if (pre.textContent !== text) {
        pre.textContent = text;
        element.hidden = text === '';
      }
    },
  };
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
