// How questions are to be answered: the system prompt of new chats, and which tools may be used. Kept in this browser.

import { byId, el } from './dom.js';
import { tools } from './net/api.js';

const PLACE = 'weir.settings';

export class Settings {
  #all = [];
  #kept = read();

  constructor() {
    byId('settings').addEventListener('click', () => this.#open());
    byId('settings-dialog').addEventListener('close', () => this.#close());
    byId('system').addEventListener('keydown', (event) => event.stopPropagation());
  }

  /** Reads which tools there are. */
  async load() {
    this.#all = await tools().catch(() => []);
    this.#mark();
  }

  /** The tools of the gateway that may be used, by name. */
  get tools() {
    return this.#all.map(({ name }) => name).filter((name) => !this.#kept.without.includes(name));
  }

  /** The fields of a request that are decided here. */
  get options() {
    return this.#kept.without.some((name) => this.#all.some((tool) => tool.name === name)) ? { tools: this.tools } : {};
  }

  /** What a new chat begins with; nothing if nothing is set. */
  get system() {
    return this.#kept.system.trim();
  }

  #open() {
    byId('system').value = this.#kept.system;
    byId('tools-list').replaceChildren(
      ...this.#all.map(({ name, description }) => {
        const box = el('input', { type: 'checkbox', id: `tool-${name}`, value: name, checked: !this.#kept.without.includes(name) });
        return el('li', {}, box, el('label', { htmlFor: box.id }, el('strong', {}, name), el('span', {}, description ?? '')));
      }),
    );
    byId('tools-none').hidden = this.#all.length > 0;
    byId('settings-dialog').showModal();
  }

  #close() {
    const boxes = [...byId('tools-list').querySelectorAll('input')];
    this.#kept = { system: byId('system').value, without: boxes.filter((box) => !box.checked).map((box) => box.value) };
    localStorage.setItem(PLACE, JSON.stringify(this.#kept));
    this.#mark();
  }

  /** A setting that is not the default should not go unnoticed. */
  #mark() {
    const count = (this.system === '' ? 0 : 1) + (this.options.tools === undefined ? 0 : 1);
    byId('settings').setAttribute('aria-label', count === 0 ? 'Settings' : 'Settings (changed)');
    byId('settings').classList.toggle('changed', count > 0);
  }
}

function read() {
  try {
    const { system, without } = JSON.parse(localStorage.getItem(PLACE));
    return { system: String(system ?? ''), without: Array.isArray(without) ? without.map(String) : [] };
  } catch {
    return { system: '', without: [] };
  }
}
