// The message box: what is asked, of which models, with what beside it. A question that is sent while an answer runs waits for its turn.

import { Attachments } from './attachments.js';
import { byId, el, icon } from './dom.js';
import { ModelPicker } from './model-picker.js';
import { Settings } from './settings.js';

const LINES_PIXELS_MAX = 220;
const THINKING_PLACE = 'weir.thinking';
const DRAFT_PLACE = 'weir.draft';

/** Each with the tool of the gateway that it needs. */
const EXAMPLES = [
  ['Explain', 'Why is the sky blue, and why is the sunset red?', null],
  ['Compare', 'Compare quicksort and merge sort in a table.', null],
  ['Search', 'Search the documents for resumable streams and sum up what they say.', 'search_documents'],
  ['Make', 'Make a small HTML page that shows a weir in a river.', 'make_artifact'],
  ['Calculate', 'Derive the sum of the first n squares, step by step.', null],
  ['Write', 'Write a Java method that merges two sorted lists, with a test.', null],
];
const EXAMPLES_SHOWN = 4;

/** What the simulator has an answer for. */
const SIMULATED_EXAMPLES = [
  ['Explain', 'What does a weir do to a river?'],
  ['Search', 'How are the streams of language models regulated?'],
  ['Resume', 'Why is nothing lost when a connection breaks? Reload the page while this is answered.'],
  ['Refuse', 'Please refuse to answer this.'],
];

export class Composer {
  #prompt = byId('prompt');
  #thinking = byId('thinking');
  #picker = new ModelPicker();
  #settings = new Settings();
  #attachments = new Attachments();
  #queue = [];
  #live = false;
  #hooks;

  /** `hooks`: `onSend(question)`, `onStop()`. A question is `{prompt, parts}`. */
  constructor(hooks) {
    this.#hooks = hooks;
    this.#prompt.value = sessionStorage.getItem(DRAFT_PLACE) ?? '';
    this.#prompt.addEventListener('input', () => this.#changed());
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
    this.#thinking.value = sessionStorage.getItem(THINKING_PLACE) ?? '';
    this.#thinking.addEventListener('change', () => sessionStorage.setItem(THINKING_PLACE, this.#thinking.value));
    this.#fit();
  }

  /** Fills the list of models, and the examples that suit them and the tools. */
  async load() {
    const [isSimulated] = await Promise.all([this.#picker.load(), this.#settings.load()]);
    byId('simulated').hidden = !isSimulated;
    const tools = this.#settings.tools;
    const examples = isSimulated ? SIMULATED_EXAMPLES : EXAMPLES.filter(([, , tool]) => tool === null || tools.includes(tool)).slice(0, EXAMPLES_SHOWN);
    byId('examples').replaceChildren(...examples.map(([word, prompt]) => el('li', {}, el('button.example', { type: 'button', onclick: () => this.#try(prompt) }, el('strong', {}, word), prompt))));
  }

  /** The fields of a request that are decided here, once for each model that is asked. */
  get options() {
    const chosen = this.#picker.chosen.length === 0 ? [{}] : this.#picker.chosen;
    return chosen.map(({ provider, model }) => ({
      ...(provider ? { provider } : {}),
      ...(model ? { model } : {}),
      ...(this.#thinking.value === '' ? {} : { thinking: this.#thinking.value }),
      ...this.#settings.options,
    }));
  }

  /** What a new chat begins with. */
  get system() {
    return this.#settings.system;
  }

  /** An answer runs, or none does. `isWhole` tells whether the last one reached its end. */
  setLive(live, isWhole) {
    const wasLive = this.#live;
    this.#live = live;
    if (wasLive && !live) {
      void this.#picker.readHealth();
    }
    byId('stop').hidden = !live;
    byId('send').setAttribute('aria-label', live ? 'Send when the answer is complete' : 'Send');
    if (!live && document.activeElement === document.body && wasLive) {
      this.focus();
    }
    if (wasLive && !live && this.#queue.length > 0) {
      if (isWhole) {
        const question = this.#queue.shift();
        this.#drawQueue();
        // Not while the previous answer is still ending.
        queueMicrotask(() => this.#hooks.onSend(question));
      } else {
        this.#giveBack();
      }
    }
  }

  focus() {
    // On a phone this would bring up the keyboard unasked.
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
    if (prompt === '' && this.#attachments.isEmpty) {
      return;
    }
    const question = { prompt, parts: this.#attachments.take() };
    this.#prompt.value = '';
    this.#changed();
    if (this.#live) {
      this.#queue.push(question);
      this.#drawQueue();
    } else {
      this.#hooks.onSend(question);
    }
    this.focus();
  }

  /** An answer that was stopped or failed may have changed what is to be asked next. */
  #giveBack() {
    const prompts = this.#queue.map(({ prompt }) => prompt);
    this.#attachments.giveBack(this.#queue.flatMap(({ parts }) => parts));
    this.#queue = [];
    this.#drawQueue();
    this.#prompt.value = [...prompts, this.#prompt.value].filter((each) => each !== '').join('\n\n');
    this.#changed();
  }

  #drawQueue() {
    byId('queue').hidden = this.#queue.length === 0;
    byId('queue').replaceChildren(
      ...this.#queue.map((question) =>
        el('li.queued', {}, el('span.queued-word', {}, 'Next:'), el('span.queued-words', { dir: 'auto' }, question.prompt || 'an attachment'), el('button.quiet.small.square', { type: 'button', 'aria-label': `Do not ask: ${question.prompt}`, onclick: () => this.#unqueue(question) }, icon('cross'))),
      ),
    );
  }

  #unqueue(question) {
    this.#queue = this.#queue.filter((each) => each !== question);
    this.#drawQueue();
    this.#prompt.focus();
  }

  #changed() {
    if (this.#prompt.value === '') {
      sessionStorage.removeItem(DRAFT_PLACE);
    } else {
      sessionStorage.setItem(DRAFT_PLACE, this.#prompt.value);
    }
    this.#fit();
  }

  #fit() {
    this.#prompt.style.height = 'auto';
    this.#prompt.style.height = `${Math.min(LINES_PIXELS_MAX, this.#prompt.scrollHeight)}px`;
  }
}
