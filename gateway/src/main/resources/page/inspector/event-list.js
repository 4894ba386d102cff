// The frames of a stream as a list of which only the visible rows exist. Arrow keys move, the chosen frame is shown whole.

import { el } from '../dom.js';
import { count, exactly } from '../format.js';

const ROW_PIXELS = 26;
const SPARE_ROWS = 6;
const PREVIEW_CHARS = 160;

export class EventList {
  #filter = el('select.pick', { 'aria-label': 'Show events of type', onchange: () => this.#filtered() });
  #counter = el('span.events-count');
  #rows = el('.events-rows');
  #box = el('.events-box', { role: 'listbox', tabIndex: 0, 'aria-label': 'Events', onscroll: () => this.#scrolled(), onkeydown: (event) => this.#key(event) }, this.#rows);
  #detail = el('pre.events-detail', { tabIndex: 0, 'aria-label': 'Chosen event', hidden: true });
  #frames = [];
  #shown = [];
  #start = 0;
  #chosen = null;
  #follows = true;
  #types = new Map();
  #seen = 0;

  element = el('section.events', { 'aria-label': 'Events' }, el('.panel-head', {}, el('h3', {}, 'Events'), this.#counter, this.#filter), this.#box, this.#detail);

  /** Shows these frames; the same array, grown, is the same stream. */
  show(frames, start) {
    if (frames !== this.#frames) {
      this.#types.clear();
      this.#seen = 0;
      this.#shown = [];
      this.#follows = true;
      this.#choose(null);
    }
    this.#frames = frames;
    this.#start = start;
    const known = this.#types.size;
    for (const each of frames.slice(this.#seen)) {
      this.#types.set(each.type, (this.#types.get(each.type) ?? 0) + 1);
      if (this.#matches(each)) {
        this.#shown.push(each);
      }
    }
    this.#seen = frames.length;
    if (this.#types.size !== known || known === 0) {
      this.#fillFilter();
    }
    this.#draw();
    if (this.#follows && this.#chosen === null) {
      this.#box.scrollTop = this.#box.scrollHeight;
    }
  }

  #scrolled() {
    this.#follows = this.#box.scrollHeight - this.#box.scrollTop - this.#box.clientHeight < ROW_PIXELS * 2;
    this.#draw();
  }

  #matches({ type }) {
    return this.#filter.value === '' || this.#filter.value === type;
  }

  #fillFilter() {
    const value = this.#filter.value;
    this.#filter.replaceChildren(el('option', { value: '' }, 'All types'), ...[...this.#types.keys()].sort().map((type) => el('option', { value: type }, type)));
    this.#filter.value = this.#types.has(value) ? value : '';
  }

  #filtered() {
    this.#shown = this.#frames.filter((each) => this.#matches(each));
    this.#follows = false;
    this.#choose(null);
    this.#box.scrollTop = 0;
    this.#draw();
  }

  #draw() {
    this.#counter.textContent = this.#shown.length === this.#frames.length ? count(this.#frames.length, 'event') : `${this.#shown.length} of ${this.#frames.length}`;
    this.#rows.style.height = `${this.#shown.length * ROW_PIXELS}px`;
    const first = Math.max(0, Math.floor(this.#box.scrollTop / ROW_PIXELS) - SPARE_ROWS);
    const visible = Math.ceil((this.#box.clientHeight || 260) / ROW_PIXELS) + 2 * SPARE_ROWS;
    this.#rows.replaceChildren(...this.#shown.slice(first, first + visible).map((each, index) => this.#row(each, first + index)));
    this.#box.setAttribute('aria-activedescendant', this.#chosen === null ? '' : `event-${this.#chosen.number}`);
  }

  #row(each, index) {
    const row = el(
      '.event',
      { role: 'option', id: `event-${each.number}`, 'aria-setsize': this.#shown.length, 'aria-posinset': index + 1, 'aria-selected': String(each === this.#chosen), 'data-kind': each.type.split('_', 1)[0], onclick: () => this.#choose(each) },
      el('span.event-number', {}, String(each.number)),
      el('span.event-time', {}, exactly(Math.max(0, each.at - this.#start))),
      el('span.event-type', {}, each.type),
      el('span.event-words', { dir: 'auto' }, preview(each.frame)),
    );
    row.style.top = `${index * ROW_PIXELS}px`;
    return row;
  }

  #choose(each) {
    this.#chosen = each;
    this.#detail.hidden = each === null;
    this.#detail.textContent = each === null ? '' : JSON.stringify(each.frame, null, 2);
    this.#draw();
  }

  #key(event) {
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8, Home: -Infinity, End: Infinity };
    if (!(event.key in steps) || this.#shown.length === 0) {
      return;
    }
    event.preventDefault();
    const from = this.#chosen === null ? -1 : this.#shown.indexOf(this.#chosen);
    const to = Math.max(0, Math.min(this.#shown.length - 1, from + steps[event.key]));
    const top = to * ROW_PIXELS;
    if (top < this.#box.scrollTop) {
      this.#box.scrollTop = top;
    } else if (top + ROW_PIXELS > this.#box.scrollTop + this.#box.clientHeight) {
      this.#box.scrollTop = top + ROW_PIXELS - this.#box.clientHeight;
    }
    this.#choose(this.#shown[to]);
  }
}

/** What a frame says beyond its type, in one line. */
function preview(frame) {
  const words = (frame.content || undefined) ?? frame.status ?? frame.error ?? frame.description ?? frame.message ?? frame.toolName ?? frame.finish_reason ?? frame.title ?? (frame.duration_ms === undefined ? '' : `${frame.duration_ms} ms`);
  return String(words).slice(0, PREVIEW_CHARS).replace(/\s+/g, ' ');
}
