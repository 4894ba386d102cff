// What was asked: its words, a way to edit it, and the way to its other versions.

import { chipOf } from '../attachments.js';
import { el, icon } from '../dom.js';

const CHARS_MOST = 1200;
const LINES_MOST = 14;

export class QuestionView {
  #exchange;
  #actions;
  #words;
  #where = el('span.branch-number');
  #back;
  #on;
  #branches;
  #tools;

  /** `actions`: `edit(prompt)` and `turnTo(step)`. */
  constructor(exchange, actions) {
    this.#exchange = exchange;
    this.#actions = actions;
    this.#words = el('.question-words', {}, el('p', { dir: 'auto', hidden: exchange.prompt === '' }, exchange.prompt));
    if (exchange.parts?.length > 0) {
      this.#words.prepend(el('ul.question-parts', { 'aria-label': 'Attached' }, exchange.parts.map((part) => el('li', {}, chipOf(part)))));
    }
    this.#collapse(exchange.prompt);
    this.#back = el('button.quiet.small.square', { type: 'button', 'aria-label': 'Version before', onclick: () => actions.turnTo(-1) }, icon('back'));
    this.#on = el('button.quiet.small.square', { type: 'button', 'aria-label': 'Version after', onclick: () => actions.turnTo(1) }, icon('chevron'));
    this.#branches = el('span.branches', { role: 'group', 'aria-label': 'Versions', hidden: true }, this.#back, this.#where, this.#on);
    const edit = el('button.quiet.small', { type: 'button', onclick: () => this.#edit() }, icon('edit'), 'Edit');
    this.#tools = el('.question-tools', {}, this.#branches, edit);
    this.element = el('.question', {}, el('h2.hidden', {}, 'You'), this.#words, this.#tools);
  }

  /** A long question is not what its reader came back for. */
  #collapse(prompt) {
    if (prompt.length <= CHARS_MOST && prompt.split('\n').length <= LINES_MOST) {
      return;
    }
    const toggle = el('button.quiet.small', { type: 'button', 'aria-expanded': 'false', onclick: () => show(this.#words.classList.contains('short')) }, 'Show all');
    const show = (all) => {
      this.#words.classList.toggle('short', !all);
      toggle.textContent = all ? 'Show less' : 'Show all';
      toggle.setAttribute('aria-expanded', String(all));
    };
    this.#words.append(toggle);
    show(false);
  }

  showBranches({ number, count }) {
    this.#branches.hidden = count < 2;
    this.#where.textContent = `${number}/${count}`;
  }

  focusBranches() {
    this.#on.focus({ preventScroll: true });
  }

  #edit() {
    const box = el('textarea', { 'aria-label': 'Edit the question', value: this.#exchange.prompt, dir: 'auto' });
    const form = el('form.question-edit', { onsubmit: send, onkeydown: keys }, box, el('.question-buttons', {}, el('button.quiet.small', { type: 'button', onclick: () => close() }, 'Cancel'), el('button.primary.small', { type: 'submit' }, 'Ask')));
    const close = () => {
      form.replaceWith(this.#words);
      this.#tools.hidden = false;
      this.#tools.lastElementChild.focus();
    };
    const actions = this.#actions;
    function send(event) {
      event.preventDefault();
      const prompt = box.value.trim();
      if (prompt !== '') {
        close();
        actions.edit(prompt);
      }
    }
    function keys(event) {
      if (event.key === 'Escape') {
        event.preventDefault();
        event.stopPropagation();
        close();
      } else if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
        event.preventDefault();
        form.requestSubmit();
      }
    }
    this.#words.replaceWith(form);
    this.#tools.hidden = true;
    box.rows = Math.min(12, box.value.split('\n').length + 1);
    box.focus();
  }
}
