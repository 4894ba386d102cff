// Which models answer: found by typing, remembered, with the provider in every label. Two to four of them answer side by side.

import { byId, el, icon } from './dom.js';
import { liveProviders, providers, routes } from './net/api.js';

const PLACE = 'weir.models';
const MOST_COMPARED = 4;

/** What the state of a breaker means. */
const STATES = { open: 'is down', half_open: 'is being tried again' };

export class ModelPicker {
  #button = byId('model');
  #panel = byId('models');
  #find = byId('model-find');
  #list = byId('model-list');
  #compare = byId('model-compare');
  #providers = [];
  #health = new Map();
  #chosen = [];
  #active = 0;
  #options = [];

  constructor() {
    this.#panel.addEventListener('toggle', (event) => this.#toggled(event.newState === 'open'));
    this.#find.addEventListener('input', () => {
      this.#active = 0;
      this.#draw();
    });
    this.#find.addEventListener('keydown', (event) => this.#key(event));
    this.#compare.addEventListener('change', () => {
      if (!this.#compare.checked) {
        this.#choose(this.#chosen.slice(0, 1));
      }
      this.#draw();
      this.#find.focus();
    });
  }

  /** Reads who can be asked; tells whether only the simulator can. */
  async load() {
    try {
      this.#providers = await providers();
      void this.readHealth();
    } catch {
      // Asking still works with whom the gateway asks by default; if it is gone, asking will say so.
      this.#providers = [];
    }
    const kept = keptChoice().filter(({ provider }) => this.#providers.some(({ name }) => name === provider));
    const first = this.#providers.find((each) => each.default === true) ?? this.#providers[0];
    this.#chosen = kept.length > 0 ? kept : first === undefined ? [] : [{ provider: first.name, model: nameOf((first.models ?? [])[0]) }];
    this.#compare.checked = this.#chosen.length > 1;
    this.#label();
    this.#button.dataset.ready = 'true';
    return this.#providers.length > 0 && this.#providers.every((each) => each.simulated === true);
  }

  /** `[{provider, model}]`; nothing if the gateway is to choose. */
  get chosen() {
    return this.#chosen;
  }

  #choose(chosen) {
    this.#chosen = chosen;
    localStorage.setItem(PLACE, JSON.stringify(chosen));
    this.#label();
    this.#showHealth();
  }

  #showHealth() {
    const words = this.#chosen.map(({ provider }) => [provider, this.#health.get(provider) ?? '']).filter(([, health]) => health !== '');
    const below = byId('health');
    below.textContent = words.map(([route, health]) => `${route}: ${health}.`).join(' ');
    below.hidden = words.length === 0;
  }

  #label() {
    const words = this.#chosen.map(labelOf);
    this.#button.firstElementChild.textContent = words.length > 1 ? `${words.length} models` : (words[0] ?? 'Default model');
    this.#button.setAttribute('aria-label', `Model: ${words.join(', ') || 'default'}`);
    this.#button.title = words.join('\n');
  }

  async #toggled(isOpen) {
    this.#button.setAttribute('aria-expanded', String(isOpen));
    if (!isOpen) {
      return;
    }
    this.#find.value = '';
    this.#active = 0;
    this.#draw();
    this.#find.focus();
    void this.readHealth();
    try {
      this.#providers = await liveProviders();
      this.#draw();
    } catch {
      // What the gateway knows by itself is enough.
    }
  }

  /** Reads which providers of routes are not well; it stands in the list, and below the box for what is chosen. */
  async readHealth() {
    const all = await routes().catch(() => []);
    this.#health = new Map(all.map((route) => [route.name, healthOf(route)]));
    this.#showHealth();
    if (this.#panel.matches(':popover-open')) {
      this.#draw();
    }
  }

  #draw() {
    const words = this.#find.value.toLowerCase().split(/\s+/);
    this.#options = [];
    const groups = this.#providers.map((provider) => {
      const models = (provider.models?.length > 0 ? provider.models : ['']).map(nameOf);
      const found = models.filter((model) => words.every((word) => `${provider.name} ${model}`.toLowerCase().includes(word)));
      const rows = found.map((model) => this.#option({ provider: provider.name, model }));
      const notes = [provider.simulated === true ? 'simulated' : '', this.#health.get(provider.name) ?? ''].filter((each) => each !== '');
      const head = el('.models-group', { role: 'presentation' }, provider.name, notes.length === 0 ? null : el('span.models-note', {}, ` (${notes.join(', ')})`));
      return rows.length === 0 ? [] : [head, ...rows];
    });
    const typed = this.#find.value.trim();
    if (this.#options.length === 0 && typed !== '') {
      // A provider may have models that it does not list.
      groups.push(this.#providers.filter(({ simulated }) => simulated !== true).map(({ name }) => this.#option({ provider: name, model: typed }, `Ask ${name} for “${typed}”`)));
    }
    this.#list.replaceChildren(...groups.flat());
    byId('model-none').hidden = this.#options.length > 0;
    this.#mark();
  }

  #option(choice, words = null) {
    const isChosen = this.#chosen.some((each) => isSame(each, choice));
    const row = el('.models-option', { role: 'option', id: `model-${this.#options.length}`, 'aria-selected': String(isChosen), onclick: () => this.#pick(choice) }, icon('check'), el('span', {}, words ?? (choice.model || choice.provider)), el('span.models-note', {}, words === null ? choice.provider : ''));
    this.#options.push({ row, choice });
    return row;
  }

  #pick(choice) {
    if (!this.#compare.checked) {
      this.#choose([choice]);
      this.#panel.hidePopover();
      this.#button.focus();
      return;
    }
    const rest = this.#chosen.filter((each) => !isSame(each, choice));
    const chosen = rest.length < this.#chosen.length ? rest : [...rest, choice].slice(-MOST_COMPARED);
    this.#choose(chosen.length === 0 ? this.#chosen : chosen);
    this.#draw();
    this.#find.focus();
  }

  #mark() {
    this.#options.forEach(({ row }, index) => row.classList.toggle('active', index === this.#active));
    const row = this.#options[this.#active]?.row;
    row?.scrollIntoView({ block: 'nearest' });
    if (row === undefined) {
      this.#find.removeAttribute('aria-activedescendant');
    } else {
      this.#find.setAttribute('aria-activedescendant', row.id);
    }
  }

  #key(event) {
    const count = this.#options.length;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      this.#active = (this.#active + (event.key === 'ArrowDown' ? 1 : -1) + count) % Math.max(1, count);
      this.#mark();
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const option = this.#options[this.#active];
      if (option !== undefined) {
        this.#pick(option.choice);
      }
    } else if (event.key === 'Escape') {
      event.preventDefault();
      this.#panel.hidePopover();
      this.#button.focus();
    }
  }
}

export function labelOf({ provider, model }) {
  // A route is asked for by its own name.
  return model && model !== provider ? `${provider} · ${model}` : provider;
}

function isSame(a, b) {
  return a.provider === b.provider && a.model === b.model;
}

function keptChoice() {
  try {
    const kept = JSON.parse(localStorage.getItem(PLACE));
    return Array.isArray(kept) ? kept.filter((each) => typeof each?.provider === 'string' && typeof each.model === 'string') : [];
  } catch {
    return [];
  }
}

/** What is the matter with the steps of a route; nothing if all are well. */
function healthOf(route) {
  return (route?.steps ?? [])
    .filter((step) => step.breaker !== 'closed' || step.rests_for_ms > 0)
    .map((step) => `${step.provider} ${STATES[step.breaker] ?? 'rests'}`)
    .join(', ');
}

function nameOf(model) {
  return typeof model === 'string' ? model : (model?.name ?? model?.id ?? '');
}
