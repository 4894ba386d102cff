// Markdown to nodes. The only place on the page where a string from the model becomes markup.
//
// Order matters: marked makes HTML, DOMPurify is last and hands over nodes, which are never serialised and parsed again. The model's own
// HTML is shown as text, pictures become links, a link must lead to http, https or mailto and shows where. What DOMPurify lets
// through is a list of what Markdown needs; no attribute of it can hold style, script or an address that loads by itself.

import DOMPurify from '../lib/purify.js';
import { Marked, Parser } from '../lib/marked.js';
import { el, copyButton, icon } from '../dom.js';
import { hostOf, safeUrl } from '../format.js';
import { CodeText } from './code.js';
import { extensions } from './extensions.js';
import { BoundedLexer } from './lexer.js';

const PLAIN_TAG = /^<(?:br ?\/?|\/?(?:sub|sup|kbd))>$/i;

const RENDERERS = {
  formulas: ({ text }) => `<p><code data-math="block">${escaped(text)}</code></p>`,
  formula: ({ text, isBlock }) => `<code data-math="${isBlock ? 'block' : 'inline'}">${escaped(text)}</code>`,
  footnote: ({ label }) => `<sup data-note="${escaped(label)}">${escaped(label)}</sup>`,
  footnoteText({ label, tokens }) {
    return `<p data-note-text="${escaped(label)}">${this.parser.parseInline(tokens)}</p>`;
  },
  details({ summary, tokens }) {
    return `<details><summary>${this.parser.parseInline(summary)}</summary>${this.parser.parse(tokens)}</details>`;
  },
};

const marked = new Marked({ gfm: true, breaks: false, async: false });
marked.use({
  extensions: extensions.map((each) => ({ ...each, renderer: RENDERERS[each.name] })),
  tokenizer: {
    // One tilde is a tilde, as in "~5 to ~10"; two strike.
    del: (source) => (source.startsWith('~~') ? false : undefined),
  },
  renderer: {
    html: ({ text }) => (PLAIN_TAG.test(text.trim()) ? text : escaped(text)),
    image: ({ href, text }) => `<a href="${escaped(href)}">${escaped(text || 'picture')}</a>`,
    checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
    code: ({ text, lang }) => `<pre data-lang="${escaped(/^[\w+#.-]{1,24}/.exec(lang ?? '')?.[0] ?? '')}"><code>${escaped(text)}\n</code></pre>`,
    // A heading that is not at the top has no place in the order of headings.
    heading({ tokens, level }) {
      const words = this.parser.parseInline(tokens);
      return level === undefined ? `<p><strong>${words}</strong></p>` : `<h${level}>${words}</h${level}>`;
    },
  },
});

const CLEAN = {
  ALLOWED_TAGS: [
    'p', 'br', 'hr', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code', 'em', 'strong', 'del', 'a',
    'table', 'thead', 'tbody', 'tr', 'th', 'td', 'sub', 'sup', 'kbd', 'details', 'summary',
  ],
  ALLOWED_ATTR: ['href', 'start', 'align', 'data-lang', 'data-math', 'data-note', 'data-note-text'],
  ALLOWED_URI_REGEXP: /^(?:https?|mailto):/i,
  // Without this the rule for addresses would apply to these, too.
  ADD_URI_SAFE_ATTR: ['start', 'align', 'data-lang', 'data-math', 'data-note', 'data-note-text'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
};

/** What KaTeX makes of formulas; links, styles and pictures are not part of it. */
const CLEAN_MATH = {
  ALLOWED_TAGS: [
    'math', 'semantics', 'annotation', 'mrow', 'mi', 'mn', 'mo', 'mtext', 'mspace', 'mfrac', 'msqrt', 'mroot', 'mstyle', 'merror', 'mpadded', 'mphantom',
    'menclose', 'msub', 'msup', 'msubsup', 'munder', 'mover', 'munderover', 'mmultiscripts', 'mprescripts', 'none', 'mtable', 'mtr', 'mtd',
  ],
  ALLOWED_ATTR: [
    'display', 'mathvariant', 'displaystyle', 'scriptlevel', 'stretchy', 'fence', 'separator', 'largeop', 'movablelimits', 'symmetric', 'lspace', 'rspace', 'accent', 'accentunder',
    'linethickness', 'columnalign', 'rowspacing', 'columnspacing', 'columnlines', 'rowlines', 'width', 'height', 'depth', 'voffset', 'minsize', 'maxsize', 'notation', 'mathcolor', 'encoding',
  ],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
};

/** The converter of formulas, once it is loaded. */
let math = null;
let mathIsComing = null;

/** Block tokens of a text; `links` are definitions that stood before it. */
export function tokensOf(text, links = {}) {
  const lexer = new BoundedLexer(marked.defaults);
  Object.assign(lexer.tokens.links, links);
  return lexer.lex(text);
}

/** One block token as nodes that are safe to show. */
export function nodesOf(token) {
  const fragment = DOMPurify.sanitize(Parser.parse([token], marked.defaults), CLEAN);
  fragment.querySelectorAll('a').forEach(guardLink);
  fragment.querySelectorAll('pre').forEach(dressCode);
  fragment.querySelectorAll('code[data-math]').forEach(dressFormula);
  fragment.querySelectorAll('sup[data-note]').forEach(dressNote);
  fragment.querySelectorAll('p[data-note-text]').forEach(dressNoteText);
  fragment.querySelectorAll('summary').forEach((summary) => summary.prepend(icon('chevron')));
  fragment.querySelectorAll('table').forEach(dressTable);
  for (const child of fragment.children) {
    child.dir = 'auto';
  }
  return fragment;
}

function guardLink(anchor) {
  const url = safeUrl(anchor.getAttribute('href') ?? '');
  if (url === null) {
    anchor.replaceWith(...anchor.childNodes);
    return;
  }
  anchor.href = url.href;
  anchor.rel = 'noreferrer noopener nofollow';
  anchor.target = '_blank';
  const host = hostOf(url);
  if (anchor.textContent !== host && anchor.textContent !== url.href && `${anchor.textContent}/` !== url.href) {
    anchor.append(el('span.host', {}, host));
  }
}

/** Shows a formula as it was written until it can be shown as what it means, or for good if it means nothing. */
function dressFormula(code) {
  const tex = code.textContent;
  const isBlock = code.dataset.math === 'block';
  const place = el(isBlock ? 'span.formula.block' : 'span.formula', { dir: 'ltr' }, el('code', {}, tex));
  code.replaceWith(place);
  if (math !== null) {
    drawFormula(place, tex, isBlock);
    return;
  }
  mathIsComing ??= import('./math.js').then((loaded) => (math = loaded));
  mathIsComing.then(
    () => drawFormula(place, tex, isBlock),
    () => (mathIsComing = null),
  );
}

function drawFormula(place, tex, isBlock) {
  try {
    const fragment = DOMPurify.sanitize(math.mathMarkup(tex, isBlock), CLEAN_MATH);
    math.dressMath(fragment);
    place.replaceChildren(fragment);
    if (isBlock) {
      place.tabIndex = 0;
      place.role = 'group';
      place.ariaLabel = 'Formula';
    }
  } catch {
    place.classList.add('unread');
  }
}

function dressNote(sup) {
  const { note } = sup.dataset;
  const button = el('button.note-mark', { type: 'button', 'aria-label': `Footnote ${note}`, onclick: () => button.closest('.prose')?.querySelector(`[data-note-text="${CSS.escape(note)}"]`)?.focus() }, note);
  sup.replaceChildren(button);
}

function dressNoteText(text) {
  text.classList.add('note-text');
  text.tabIndex = -1;
  text.prepend(el('span.note-number', {}, text.dataset.noteText), ' ');
}

/** The code blocks that are shown, by their boxes. */
const codes = new WeakMap();

/** Lets a code block show more of itself. */
export function growCode(box, text) {
  codes.get(box).show(text);
}

function dressCode(pre) {
  const lang = pre.dataset.lang;
  const head = el('.code-head', {}, el('span', {}, lang || 'text'), copyButton('Copy', () => pre.textContent.replace(/\n$/, '')));
  const box = el('.code', { role: 'group', 'aria-label': lang ? `Code, ${lang}` : 'Code' }, head);
  pre.tabIndex = 0;
  pre.dir = 'ltr';
  pre.replaceWith(box);
  box.append(pre);
  const code = new CodeText(pre.firstElementChild, lang);
  code.show(pre.textContent);
  codes.set(box, code);
}

function dressTable(table) {
  const box = el('.table', { role: 'region', 'aria-label': 'Table', tabIndex: 0 });
  table.replaceWith(box);
  box.append(table);
}

function escaped(text) {
  return text.replace(/[&<>"']/g, (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[char]);
}
