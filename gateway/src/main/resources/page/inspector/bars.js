// Spans as bars on one time axis, drawn with boxes: widths are numbers that this page computed, never words of a stream.

import { el } from '../dom.js';
import { exactly } from '../format.js';
import { marksOf } from './timing.js';

export const KINDS = {
  connect: 'connect',
  headers: 'wait for headers',
  wait: 'wait',
  queue: 'queue',
  unseen: 'output that is not shown',
  thinking: 'thinking',
  tool: 'tool runs',
  arguments: 'tool arguments',
  text: 'text',
  silence: 'nothing more comes',
};

/** `rows`: `[{label, spans}]`. */
export function drawBars(rows) {
  const total = Math.max(1, ...rows.flatMap(({ spans }) => spans.map(({ to }) => to)));
  const used = new Set(rows.flatMap(({ spans }) => spans.map(({ kind }) => kind)));
  const axis = el('.bars-axis', { 'aria-hidden': 'true' }, marksOf(total).map((at) => place(el('span', {}, at === 0 ? '0' : exactly(at).replace(/\.?0+ s$/, ' s')), at, null, total)));
  const lines = rows.map(({ label, spans }) => {
    const words = spans.map(({ kind, from, to }) => `${KINDS[kind]} ${exactly(to - from)}`).join(', ');
    const track = el('.bars-track', { role: 'img', 'aria-label': `${label}: ${words}` }, spans.map(({ kind, from, to }) => place(el('span.bar-span', { 'data-kind': kind, title: `${KINDS[kind]}: ${exactly(to - from)}` }, to - from > total * 0.13 ? exactly(to - from) : ''), from, to, total)));
    return [el('.bars-label', { title: label }, label), track];
  });
  const legend = el('ul.legend', { 'aria-label': 'Legend' }, Object.keys(KINDS).filter((kind) => used.has(kind)).map((kind) => el('li', {}, el('span.swatch', { 'data-kind': kind }), KINDS[kind])));
  return el('.bars-box', {}, el('.bars', {}, el('span'), axis, lines), legend);
}

function place(element, from, to, total) {
  element.style.left = `${(100 * from) / total}%`;
  if (to !== null) {
    element.style.width = `${(100 * (to - from)) / total}%`;
  }
  return element;
}
