// The message box: what is asked, of which model, with how much thinking.

import { byId, el } from './dom.js';
import { providers, routes } from './net/api.js';

const LINES_PIXELS_MAX = 220;
const MODEL_PLACE = 'weir.model';
const THINKING_PLACE = 'weir.thinking';

const EXAMPLES = [
  ['Explain', 'Why is the sky blue, and why is the sunset red?'],
  ['Compare', 'Compare quicksort and merge sort in a table.'],
  ['Search', 'Search the documents for resumable streams and sum up what they say.'],
  ['Make', 'Make a small HTML page that shows a weir in a river.'],
];

/** What the state of a breaker means. */
const STATES = { open: 'is down', half_open: 'is tried again' };

/** What the simulator has an answer for. */
const SIMULATED_EXAMPLES = [
  ['Explain', 'What does a weir do to a river?'],
  ['Search', 'How are the streams of language models regulated?'],
  ['Resume', 'Why is nothing lost when a connection is? Reload the page while this is answered.'],
  ['Refuse', 'Please refuse to answer this.'],
];

export class Composer {
  #prompt = byId('prompt');
  #model = byId('model');
  #thinking = byId('thinking');
  #live = false;
  #hooks;

  constructor(hooks) {
    this.#hooks = hooks;
    this.#prompt.addEventListener('input', () => this.#fit());
    this.#prompt.addEventListener('keydown', (event) => {
      // While an input method composes, Enter chooses a word.
      if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
        event.preventDefault();
        this.#send();
      }
    });
    byId('composer').addEventListener('submit', (event) => {
      event.preventDefault();
      this.#send();
    });
    byId('stop').addEventListener('click', () => this.#hooks.onStop());
    this.#model.addEventListener('focus', () => void this.#showHealth());
    this.#model.addEventListener('change', () => sessionStorage.setItem(MODEL_PLACE, this.#model.value));
    this.#thinking.value = sessionStorage.getItem(THINKING_PLACE) ?? '';
    this.#thinking.addEventListener('change', () => sessionStorage.setItem(THINKING_PLACE, this.#thinking.value));
    this.#fit();
  }

  /** Fills the list of models, and the examples that suit them. */
  async load() {
    let isSimulated = false;
    try {
      const list = await providers();
      this.#model.replaceChildren(...list.map(groupOf));
      void this.#showHealth();
      const first = list.find((each) => each.default === true) ?? list[0];
      this.#model.value = sessionStorage.getItem(MODEL_PLACE) ?? '';
      if (this.#model.selectedIndex < 0 && first !== undefined) {
        this.#model.value = choiceOf(first.name, nameOf((first.models ?? [])[0]));
      }
      isSimulated = list.length > 0 && list.every((each) => each.simulated === true);
      this.#model.disabled = list.length === 0;
    } catch {
      // Asking still works with what the gateway takes by default; if it is gone, asking will say so.
      this.#model.replaceChildren(el('option', { value: '' }, 'Default model'));
    }
    byId('simulated').hidden = !isSimulated;
    const examples = isSimulated ? SIMULATED_EXAMPLES : EXAMPLES;
    byId('examples').replaceChildren(...examples.map(([word, prompt]) => el('li', {}, el('button.example', { type: 'button', onclick: () => this.#try(prompt) }, el('strong', {}, word), prompt))));
  }

  /** Says beside the name of a route which of its providers is not well. */
  async #showHealth() {
    const all = await routes().catch(() => []);
    for (const group of this.#model.querySelectorAll('optgroup')) {
      const route = all.find((each) => each.name === group.dataset.name);
      const health = healthOf(route);
      if (route !== undefined) {
        group.label = health === '' ? route.name : `${route.name} (${health})`;
      }
    }
  }

  /** The fields of a request that the pickers decide. */
  get options() {
    const [provider, model] = this.#model.value === '' ? [] : JSON.parse(this.#model.value);
    return { ...(provider ? { provider } : {}), ...(model ? { model } : {}), ...(this.#thinking.value === '' ? {} : { thinking: this.#thinking.value }) };
  }

  setLive(live) {
    const hadFocus = document.activeElement === byId('send') || document.activeElement === byId('stop');
    this.#live = live;
    byId('send').hidden = live;
    byId('stop').hidden = !live;
    if (hadFocus) {
      (live ? byId('stop') : byId('send')).focus();
    }
  }

  focus() {
    // On a phone this would raise the keyboard unasked.
    if (matchMedia('(hover: hover)').matches) {
      this.#prompt.focus();
    }
  }

  #try(prompt) {
    this.#prompt.value = prompt;
    this.#send();
  }

  #send() {
    const prompt = this.#prompt.value.trim();
    if (prompt === '' || this.#live) {
      return;
    }
    this.#prompt.value = '';
    this.#fit();
    this.#hooks.onSend(prompt);
    this.focus();
  }

  #fit() {
    this.#prompt.style.height = 'auto';
    this.#prompt.style.height = `${Math.min(LINES_PIXELS_MAX, this.#prompt.scrollHeight)}px`;
  }
}

function groupOf(provider) {
  const models = provider.models?.length > 0 ? provider.models : [''];
  const options = models.map((model) => el('option', { value: choiceOf(provider.name, nameOf(model)) }, nameOf(model) || provider.name));
  const label = provider.simulated === true ? `${provider.name} (simulated)` : provider.name;
  return el('optgroup', { label, 'data-name': provider.name }, options);
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

function choiceOf(provider, model) {
  return JSON.stringify([provider, model]);
}
