// The list of chats: searched, grouped by day, renamed, deleted; and the drawer that it becomes on a narrow screen.
//
// The gateway is asked again when something changes here, when another tab of this browser says that something changed there, when the page is
// looked at again, and every few seconds while a chat is live, so that no chat that has ended elsewhere stays live here.

import { announce } from './announce.js';
import { byId, el, icon } from './dom.js';
import { ago, dayOf } from './format.js';
import { chats, deleteChat, renameChat } from './net/api.js';

const PAGE = 40;
const TYPING_MILLIS = 200;
const LIVE_MILLIS = 3000;
const QUIET_MILLIS = 30_000;
const GOOD = ['COMPLETE', 'LENGTH', 'TOOL_CALLS', 'PAUSED', undefined, null];

export class Side {
  #hooks;
  #current = null;
  #rows = [];
  #next = null;
  #wanted = PAGE;
  #loading = false;
  #again = false;
  #timer = 0;
  #tabs = new BroadcastChannel('weir.chats');
  #editing = null;

  /** `hooks`: `onOpen(streamId)`, `onNew()`, `onRenamed(chatId, title)`, `onDeleted(chatId)`. */
  constructor(hooks) {
    this.#hooks = hooks;
    byId('new-chat').addEventListener('click', () => {
      this.close();
      hooks.onNew();
    });
    byId('side-open').addEventListener('click', () => this.#setOpen(true));
    byId('side-close').addEventListener('click', () => this.close());
    byId('scrim').addEventListener('click', () => this.close());
    let typing = 0;
    byId('find').addEventListener('input', () => {
      clearTimeout(typing);
      typing = setTimeout(() => this.#find(), TYPING_MILLIS);
    });
    byId('find').addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && byId('find').value !== '') {
        event.preventDefault();
        byId('find').value = '';
        this.#find();
      }
    });
    byId('more').addEventListener('click', () => {
      this.#wanted += PAGE;
      void this.#read();
    });
    this.#tabs.addEventListener('message', () => void this.#read());
    document.addEventListener('visibilitychange', () => document.hidden || void this.#read());
    addEventListener('focus', () => void this.#read());
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

  /** The chat with this id is on the page. */
  mark(id) {
    this.#current = id;
    for (const link of byId('chats').querySelectorAll('a')) {
      this.#markOne(link);
    }
  }

  /** Something changed here: reads the list again, and lets other tabs do so. */
  refresh() {
    this.#tabs.postMessage('changed');
    void this.#read();
  }

  #find() {
    this.#wanted = PAGE;
    void this.#read();
  }

  /** Calls made while it is being read cause one more reading. */
  async #read() {
    if (this.#loading) {
      this.#again = true;
      return;
    }
    this.#loading = true;
    clearTimeout(this.#timer);
    try {
      do {
        this.#again = false;
        await this.#readPages(byId('find').value.trim());
      } while (this.#again);
    } catch {
      // The list stays as it was; the conversation itself says when the gateway is gone.
    } finally {
      this.#loading = false;
      this.#timer = setTimeout(() => document.hidden || void this.#read(), this.#rows.some(({ live }) => live) ? LIVE_MILLIS : QUIET_MILLIS);
    }
  }

  async #readPages(search) {
    const rows = [];
    let from = null;
    do {
      const page = await chats(search, from, PAGE);
      rows.push(...page.chats);
      from = page.next ?? null;
    } while (from !== null && rows.length < this.#wanted);
    const changed = JSON.stringify(rows) !== JSON.stringify(this.#rows) || rows.length === 0;
    this.#rows = rows;
    this.#next = from;
    if (changed && this.#editing === null) {
      this.#draw(search);
    }
    byId('more').hidden = this.#next === null;
  }

  #draw(search) {
    const focused = document.activeElement?.closest?.('.chat-row')?.dataset.id;
    const action = document.activeElement?.dataset?.action;
    const groups = Map.groupBy(this.#rows, ({ last }) => dayOf(new Date(last.startedAt).getTime()));
    byId('chats').replaceChildren(
      ...(this.#rows.length === 0 ? [el('p.chats-none', {}, search === '' ? 'None yet' : 'No chat contains these words')] : []),
      ...[...groups].map(([day, rows], index) => {
        const title = el('h3.chats-day', { id: `day-${index}` }, day);
        return el('section', { 'aria-labelledby': title.id }, title, el('ul', {}, rows.map((row) => this.#row(row))));
      }),
    );
    if (focused !== undefined) {
      const row = byId('chats').querySelector(`[data-id="${CSS.escape(focused)}"]`);
      (row?.querySelector(`[data-action="${action}"]`) ?? row?.querySelector('a'))?.focus({ preventScroll: true });
    }
  }

  #row(chat) {
    const { id, title, live, last } = chat;
    const name = title || 'Untitled';
    const facts = [last.model, live ? 'live' : last.state === 'cut' ? 'cut' : ago(new Date(last.startedAt).getTime())].filter((each) => each);
    const link = el(
      'a.chat',
      { href: `#stream/${encodeURIComponent(last.id)}`, title: name, onclick: (event) => this.#open(event, last.id) },
      el('span.chat-title', { dir: 'auto' }, name),
      el('span.chat-facts', {}, facts.join(' · ')),
    );
    link.dataset.state = live ? 'live' : last.state === 'ended' && !GOOD.includes(last.verdict) ? 'bad' : last.state;
    const row = el('li.chat-row', { 'data-id': id }, link, this.#action('edit', `Rename “${name}”`, () => this.#rename(row, chat)), this.#action('bin', `Delete “${name}”`, () => this.#delete(chat)));
    this.#markOne(link);
    return row;
  }

  #action(symbol, label, onclick) {
    return el('button.quiet.square.small.chat-action', { type: 'button', 'aria-label': label, 'data-action': symbol, title: label, onclick }, icon(symbol));
  }

  #rename(row, { id, title }) {
    const input = el('input.chat-rename', { type: 'text', value: title, maxLength: 200, 'aria-label': 'Name of the chat', dir: 'auto' });
    const held = [...row.childNodes];
    const done = async (keep) => {
      if (this.#editing !== input) {
        return;
      }
      this.#editing = null;
      const name = input.value.trim();
      row.replaceChildren(...held);
      row.querySelector('[data-action="edit"]').focus();
      if (keep && name !== '' && name !== title) {
        try {
          await renameChat(id, name);
          this.#hooks.onRenamed(id, name);
        } catch (error) {
          announce(`Not renamed: ${error.message}`);
        }
        this.refresh();
      }
    };
    input.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' || event.key === 'Escape') {
        event.preventDefault();
        event.stopPropagation();
        void done(event.key === 'Enter');
      }
    });
    input.addEventListener('blur', () => void done(true));
    row.replaceChildren(input);
    this.#editing = input;
    input.select();
    input.focus();
  }

  #delete({ id, title }) {
    const dialog = byId('delete-dialog');
    byId('delete-what').textContent = title || 'Untitled';
    dialog.addEventListener(
      'close',
      async () => {
        if (dialog.returnValue !== 'delete') {
          return;
        }
        try {
          await deleteChat(id);
          this.#hooks.onDeleted(id);
          announce('Chat deleted');
        } catch (error) {
          announce(`Not deleted: ${error.message}`);
        }
        this.refresh();
      },
      { once: true },
    );
    dialog.returnValue = '';
    dialog.showModal();
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
    if (link.closest('.chat-row')?.dataset.id === this.#current) {
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
