// What a web search found, as cards. A card is a link that must be clicked; nothing is loaded for it.

import { el, icon } from '../dom.js';
import { count, hostOf, safeUrl } from '../format.js';
import { searchOf } from '../turn/search.js';

const CARDS_AT_FIRST = 4;

export class SearchView {
  constructor(piece) {
    this.piece = piece;
    const { query, results } = searchOf(piece.data);
    const cards = results.map(card);
    const rest = cards.slice(CARDS_AT_FIRST);
    rest.forEach((each) => (each.hidden = true));
    const more = el('button.quiet.small', { type: 'button', hidden: rest.length === 0, onclick: showAll }, `Show ${count(rest.length, 'more result')}`);
    function showAll() {
      rest.forEach((each) => (each.hidden = false));
      more.hidden = true;
      rest[0].querySelector('a')?.focus();
    }
    const title = el('p.search-title', {}, icon('search'), titleOf(query, results));
    this.element = el('section.search', { 'aria-label': 'Search results' }, title, el('ul.cards', {}, cards), more);
    if (results.length === 0 && query === '') {
      this.element.append(el('details', {}, el('summary', {}, 'As it came'), el('pre', {}, JSON.stringify(piece.data, null, 2) ?? '')));
    }
  }

  update() {}

  close() {}
}

/** A provider may say what it looked for and not what it found. */
function titleOf(query, results) {
  if (query === '') {
    return count(results.length, 'search result');
  }
  return el('span', {}, results.length === 0 ? 'Searched for ' : `${count(results.length, 'result')} for `, el('q', { dir: 'auto' }, query));
}

function card({ title, url, snippet }) {
  const link = safeUrl(url);
  const head = el('span.card-title', { dir: 'auto' }, title);
  // What is not an address that a click may follow, such as the name of a document, is shown as words.
  const place = link === null ? url.replace(/^document:/, '') : hostOf(link);
  const host = place === '' ? null : el('span.card-host', {}, place);
  const words = snippet === '' ? null : el('span.card-words', { dir: 'auto' }, snippet);
  return el('li', {}, link === null ? el('.card', {}, head, host, words) : el('a.card', { href: link.href, target: '_blank', rel: 'noreferrer noopener nofollow' }, head, host, words));
}
