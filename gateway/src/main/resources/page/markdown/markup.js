// Markdown to nodes. The only place of the page where a string of the model's becomes markup.
//
// Order matters: marked makes HTML, DOMPurify is last and hands over nodes, which are never serialised and parsed again. The model's own
// HTML is shown as text, pictures become links, a link must lead to http, https or mailto and shows where. What DOMPurify lets
// through is a list of what Markdown needs; no attribute of it can hold style, script or an address that loads by itself.

import DOMPurify from '../lib/purify.js';
import { Marked, Parser } from '../lib/marked.js';
import { el, copyButton } from '../dom.js';
import { hostOf, safeUrl } from '../format.js';
import { BoundedLexer } from './lexer.js';

/** The model's h1 stands below the page's own headings. */
const HEADING_SHIFT = 2;

const PLAIN_TAG = /^<(?:br ?\/?|\/?(?:sub|sup|kbd))>$/i;

const marked = new Marked({ gfm: true, breaks: false, async: false });
marked.use({
  renderer: {
    html: ({ text }) => (PLAIN_TAG.test(text.trim()) ? text : escaped(text)),
    image: ({ href, text }) => `<a href="${escaped(href)}">${escaped(text || 'picture')}</a>`,
    checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
    code: ({ text, lang }) => `<pre data-lang="${escaped(/^[\w+#.-]{1,24}/.exec(lang ?? '')?.[0] ?? '')}"><code>${escaped(text)}\n</code></pre>`,
    heading({ tokens, depth }) {
      const level = Math.min(6, depth + HEADING_SHIFT);
      return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>`;
    },
  },
});

const CLEAN = {
  ALLOWED_TAGS: [
    'p', 'br', 'hr', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code', 'em', 'strong', 'del', 'a',
    'table', 'thead', 'tbody', 'tr', 'th', 'td', 'sub', 'sup', 'kbd',
  ],
  ALLOWED_ATTR: ['href', 'start', 'align', 'data-lang'],
  ALLOWED_URI_REGEXP: /^(?:https?|mailto):/i,
  // Without this the rule for addresses would be asked of these, too.
  ADD_URI_SAFE_ATTR: ['start', 'align', 'data-lang'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
};

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

function dressCode(pre) {
  const lang = pre.dataset.lang;
  const head = el('.code-head', {}, el('span', {}, lang || 'text'), copyButton('Copy', () => pre.textContent.replace(/\n$/, '')));
  const box = el('.code', { role: 'group', 'aria-label': lang ? `Code, ${lang}` : 'Code' }, head);
  pre.tabIndex = 0;
  pre.dir = 'ltr';
  pre.replaceWith(box);
  box.append(pre);
}

function dressTable(table) {
  const box = el('.table', { role: 'region', 'aria-label': 'Table', tabIndex: 0 });
  table.replaceWith(box);
  box.append(table);
}

function escaped(text) {
  return text.replace(/[&<>"']/g, (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[char]);
}
