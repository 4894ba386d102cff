// What models write beyond GFM: mathematics, footnotes, <details>. Each makes only tokens; markup.js turns them into nodes.
//
// Every look ahead is bounded, so that what looks like a beginning and has no end costs no more than it is long.

/** The longest formula; anything longer is text. */
const FORMULA_CHARS_MAX = 4000;
const LABEL = '[^\\]\\s]{1,40}';

/** The formula between two marks, or undefined. A formula has no blank line in it. */
function between(source, open, close, isBlock) {
  const end = source.slice(0, FORMULA_CHARS_MAX).indexOf(close, open.length);
  const text = end < 0 ? '' : source.slice(open.length, end);
  if (text.trim() === '' || /\n[ \t]*\n/.test(text)) {
    return undefined;
  }
  return { type: isBlock ? 'formulas' : 'formula', raw: source.slice(0, end + close.length), text: text.trim(), isBlock: isBlock || open === '$$' || open === '\\[' };
}

/** `\[` may be a bracket that somebody escaped: a formula has something that words do not have. */
function inBrackets(source, isBlock) {
  const found = between(source, '\\[', '\\]', isBlock);
  return found !== undefined && (/[\\^_=+<>{}|\/\d]/.test(found.text) || found.text.length === 1) ? found : undefined;
}

/** As pandoc reads it: no white space inside the marks, and no digit after them, so that prices stay prices. */
function inDollars(source) {
  if (!/^\$[^\s$]/.test(source)) {
    return undefined;
  }
  const most = Math.min(source.length, FORMULA_CHARS_MAX);
  for (let at = 1; at < most; at++) {
    if (source[at] === '\\') {
      at++;
    } else if (source[at] === '\n' && source[at + 1] === '\n') {
      return undefined;
    } else if (source[at] === '$') {
      return /\s/.test(source[at - 1]) || /\d/.test(source[at + 1] ?? '') ? undefined : { type: 'formula', raw: source.slice(0, at + 1), text: source.slice(1, at), isBlock: false };
    }
  }
  return undefined;
}

const formulas = {
  name: 'formulas',
  level: 'block',
  start: (source) => {
    // No further than this paragraph: later ones are looked at in their turn.
    const end = source.indexOf('\n\n');
    return /\n {0,3}(?:\$\$|\\\[)/.exec(end < 0 ? source : source.slice(0, end))?.index;
  },
  tokenizer(source) {
    const indent = /^ {0,3}(?=\$\$|\\\[)/.exec(source);
    if (indent === null) {
      return undefined;
    }
    const rest = source.slice(indent[0].length);
    const found = rest[0] === '$' ? between(rest, '$$', '$$', true) : inBrackets(rest, true);
    if (found === undefined) {
      // Perhaps its end has not come yet: until then its backslashes stay as they are.
      const paragraph = /^[^\n]*(?:\n[ \t]*[^\s][^\n]*)*/.exec(source)[0];
      return /\n[ \t]*\n/.test(source.slice(paragraph.length)) || rest.length === 2 ? undefined : { type: 'paragraph', raw: paragraph, text: paragraph, tokens: [{ type: 'text', raw: paragraph, text: paragraph, escaped: false }] };
    }
    const after = /^[ \t]*(?:\n|$)/.exec(rest.slice(found.raw.length));
    return after === null ? undefined : { ...found, raw: indent[0] + found.raw + after[0] };
  },
};

const formula = {
  name: 'formula',
  level: 'inline',
  start: (source) => /\$|\\[([]/.exec(source)?.index,
  tokenizer(source) {
    if (source.startsWith('$$')) {
      return between(source, '$$', '$$', false);
    }
    if (source.startsWith('\\(')) {
      return between(source, '\\(', '\\)', false);
    }
    return source.startsWith('\\[') ? inBrackets(source, false) : inDollars(source);
  },
};

const footnote = {
  name: 'footnote',
  level: 'inline',
  start: (source) => source.indexOf('[^'),
  tokenizer(source) {
    const found = new RegExp(`^\\[\\^(${LABEL})\\](?!:)`).exec(source);
    return found === null ? undefined : { type: 'footnote', raw: found[0], label: found[1] };
  },
};

const footnoteText = {
  name: 'footnoteText',
  level: 'block',
  tokenizer(source) {
    const found = new RegExp(`^\\[\\^(${LABEL})\\]:[ \\t]*([^\\n]*(?:\\n(?: {2,}|\\t)[^\\n]+)*)(?:\\n|$)`).exec(source);
    return found === null ? undefined : { type: 'footnoteText', raw: found[0], label: found[1], tokens: this.lexer.inlineTokens(found[2]) };
  },
};

const details = {
  name: 'details',
  level: 'block',
  tokenizer(source) {
    const open = /^ {0,3}<details(?: open)?>\s*(?:<summary>([^\n]{0,500}?)<\/summary>)?/i.exec(source);
    if (open === null) {
      return undefined;
    }
    let depth = 1;
    const tags = /<(\/?)details(?: open)?>[ \t]*\n?/gi;
    tags.lastIndex = open[0].length;
    let close = tags.exec(source);
    while (close !== null && (depth += close[1] === '' ? 1 : -1) > 0) {
      close = tags.exec(source);
    }
    // Without an end all that follows is inside: the end may still come.
    const end = close?.index ?? source.length;
    return {
      type: 'details',
      raw: source.slice(0, close === null ? source.length : end + close[0].length),
      summary: this.lexer.inlineTokens(open[1] ?? 'Details'),
      tokens: this.lexer.blockTokens(`${source.slice(open[0].length, end).replace(/^\n+/, '')}`, []),
    };
  },
};

export const extensions = [formulas, formula, footnote, footnoteText, details];
