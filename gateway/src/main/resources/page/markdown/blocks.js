// Where a growing Markdown text is settled.
//
// A block can only change as long as it may still grow: while it is the last one, or while the line after it is not finished ("2" becomes
// "2." and continues the list above it). So a block is settled when a later block begins in a line that has ended. Only what is
// not settled is read again, which keeps the cost of a long answer in proportion to its last block.

import { tokensOf } from './markup.js';

/** `settled`: tokens that will not change; `open`: tokens that may; `text` is all of the text so far. */
export class Blocks {
  settled = [];
  open = [];
  #start = 0;
  #links = {};

  update(text) {
    const lineEnd = text.lastIndexOf('\n') + 1;
    const tokens = tokensOf(text.slice(this.#start), this.#links);
    const keep = firstOpen(tokens, lineEnd - this.#start);
    for (const token of tokens.slice(0, keep)) {
      this.#start += token.raw.length;
      this.settled.push(token);
    }
    this.#links = { ...tokens.links };
    this.open = tokens.slice(keep);
  }

  /** Reads the whole once more: a link may be defined after its use. */
  end(text) {
    this.settled = [...tokensOf(text)];
    this.open = [];
  }
}

/** The first token that may still change, if everything up to `limit` stands in finished lines. */
function firstOpen(tokens, limit) {
  let at = 0;
  let lastBlock = 0;
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'space') {
      const inFinishedLine = at + firstLineLength(token.raw) <= limit;
      if (!inFinishedLine) {
        break;
      }
      lastBlock = index;
    }
    at += token.raw.length;
  }
  return lastBlock;
}

function firstLineLength(raw) {
  const end = raw.indexOf('\n');
  // A token without a line end reaches to the end of its line at least, so that the line end must come after it.
  return end < 0 ? raw.length + 1 : end + 1;
}
