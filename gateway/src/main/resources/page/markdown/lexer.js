// Reads Markdown within bounds.
//
// marked looks for the end of every emphasis, link and code span in all that follows, and reads what is nested by calling itself: a few kilobytes of
// "*a " take it many seconds, and a few thousand "> " are deeper than its stack. What would cost too much is shown as it was written instead.

import { Lexer } from '../lib/marked.js';

/** How deep quotes, lists and emphasis may be nested. */
const MOST_DEPTH = 40;

/** Marks in a run of text, times its length: marked's worst case is a tenth of a second here. */
const MOST_COST = 2_000_000;

/** After this long the rest of a text is read without marks. */
const MOST_MILLIS = 1000;

const MARKS = /[*_~`[\]<\\$]/g;

export class BoundedLexer extends Lexer {
  #depth = 0;
  #end = performance.now() + MOST_MILLIS;

  blockTokens(source, tokens = [], ...rest) {
    return this.#within(source, tokens, () => super.blockTokens(source, tokens, ...rest), paragraph);
  }

  inlineTokens(source, tokens = []) {
    return this.#within(source, tokens, () => super.inlineTokens(source, tokens), plain);
  }

  #within(source, tokens, read, asWritten) {
    const isInline = asWritten === plain;
    if (this.#depth >= MOST_DEPTH || (isInline && (costOf(source) > MOST_COST || performance.now() > this.#end))) {
      if (source !== '') {
        tokens.push(asWritten(source));
      }
      return tokens;
    }
    this.#depth++;
    try {
      return read();
    } finally {
      this.#depth--;
    }
  }
}

function costOf(source) {
  return (source.match(MARKS)?.length ?? 0) * source.length;
}

function plain(source) {
  return { type: 'text', raw: source, text: source, escaped: false };
}

function paragraph(source) {
  return { type: 'paragraph', raw: source, text: source, tokens: [plain(source)] };
}
