// Deltas per second as two step areas over time.

import { el } from '../dom.js';
import { exactly } from '../format.js';
import { marksOf } from './timing.js';

const SVG = 'http://www.w3.org/2000/svg';
const WIDTH = 400;
const HEIGHT = 96;

export function drawPlot({ binMillis, thinking, text, peak }) {
  const total = binMillis * thinking.length;
  const top = niceTop(peak);
  const chart = svg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', class: 'plot-chart', role: 'img', 'aria-label': words(peak, thinking, text, binMillis) });
  for (const share of [0.5, 1]) {
    chart.append(svg('line', { class: 'plot-grid', x1: 0, x2: WIDTH, y1: HEIGHT * (1 - share), y2: HEIGHT * (1 - share) }));
  }
  chart.append(area(thinking, top, 'thinking'), area(text, top, 'text'));
  const below = el('.plot-axis', { 'aria-hidden': 'true' }, marksOf(total).map((at) => {
    const mark = el('span', {}, at === 0 ? '0' : exactly(at).replace(/\.?0+ s$/, ' s'));
    mark.style.left = `${(100 * at) / total}%`;
    return mark;
  }));
  return el('.plot', {}, el('.plot-side', { 'aria-hidden': 'true' }, el('span', {}, String(top)), el('span', {}, String(top / 2)), el('span', {}, '0')), chart, el('span'), below);
}

function area(values, top, kind) {
  const x = (index) => ((WIDTH * index) / values.length).toFixed(2);
  const y = (value) => (HEIGHT * (1 - value / top)).toFixed(2);
  const steps = values.map((value, index) => `L${x(index)} ${y(value)}L${x(index + 1)} ${y(value)}`).join('');
  return svg('path', { class: 'plot-area', 'data-kind': kind, d: `M0 ${HEIGHT}${steps}L${WIDTH} ${HEIGHT}Z` });
}

/** 1, 2 or 5 times a power of ten, not below the peak. */
function niceTop(peak) {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, peak)));
  return [1, 2, 5, 10].map((each) => each * power).find((each) => each >= peak) ?? 10 * power;
}

function words(peak, thinking, text, binMillis) {
  const sum = (values) => Math.round((values.reduce((a, b) => a + b, 0) * binMillis) / 1000);
  return `Deltas per second: ${sum(thinking)} of thinking, ${sum(text)} of text, at most ${Math.round(peak)} in a second`;
}

function svg(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) {
    element.setAttribute(key, value);
  }
  return element;
}
