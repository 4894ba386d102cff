// The list of earlier streams, and the drawer it becomes on a narrow screen.

import { byId, el } from './dom.js';
import { ago } from './format.js';
import { streams } from './net/api.js';

const STREAMS_MAX = 60;

export class Side {
  #hooks;
  #current = null;
  #loading = false;
  #again = false;

  constructor(hooks) {
    this.#hooks = hooks;
    byId('new-chat').addEventListener('click', () => {
      this.close();
      hooks.onNew();
    });
    byId('side-open').addEventListener('click', () => this.#setOpen(true));
    byId('side-close').addEventListener('click', () => this.close());
    byId('scrim').addEventListener('click', () => this.close());
    if (/Mac|iPhone|iPad/.test(navigator.platform)) {
      byId('new-chat-keys').textContent = '⌘ K';
    }
  }

  /** Closes the drawer; tells whether it was open. */
  close() {
    const wasOpen = byId('side').classList.contains('open');
    if (wasOpen) {
      this.#setOpen(false);
    }
    return wasOpen;
  }

  mark(id) {
    this.#current = id;
    for (const link of byId('streams').querySelectorAll('a')) {
      this.#markOne(link);
    }
  }

  /** Reads the list again; calls while it is being read are one more reading. */
  async refresh() {
    if (this.#loading) {
      this.#again = true;
      return;
    }
    this.#loading = true;
    try {
      do {
        this.#again = false;
        this.#draw((await streams()).slice(0, STREAMS_MAX));
      } while (this.#again);
    } catch {
      // The list stays as it was; the conversation itself says when the gateway is gone.
    } finally {
      this.#loading = false;
    }
  }

  #draw(list) {
    byId('streams').replaceChildren(
      ...(list.length === 0 ? [el('li.streams-none', {}, 'None yet')] : list.map((each) => this.#row(each))),
    );
  }

  #row({ id, title, model, state, verdict, startedAt }) {
    const facts = [model, state === 'live' ? 'live' : state === 'cut' ? 'cut' : ago(new Date(startedAt).getTime())].filter((each) => each);
    const link = el(
      'a.stream',
      { href: `#stream/${encodeURIComponent(id)}`, title: title ?? '', onclick: (event) => this.#open(event, id) },
      el('span.stream-title', { dir: 'auto' }, title || 'Untitled'),
      el('span.stream-facts', {}, facts.join(' · ')),
    );
    link.dataset.id = id;
    link.dataset.state = state === 'ended' && !['COMPLETE', 'LENGTH', 'TOOL_CALLS', 'PAUSED', undefined, null].includes(verdict) ? 'bad' : state;
    this.#markOne(link);
    return el('li', {}, link);
  }

  #open(event, id) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) {
      return;
    }
    event.preventDefault();
    this.close();
    this.#hooks.onOpen(id);
  }

  #markOne(link) {
    if (link.dataset.id === this.#current) {
      link.setAttribute('aria-current', 'page');
    } else {
      link.removeAttribute('aria-current');
    }
  }

  #setOpen(open) {
    byId('side').classList.toggle('open', open);
    byId('scrim').hidden = !open;
    byId('side-open').setAttribute('aria-expanded', String(open));
    (open ? byId('side-close') : byId('side-open')).focus();
  }
}
