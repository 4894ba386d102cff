// One exchange on the page: the question, and the pieces of the answer as they come.

import { el, icon, copyButton } from '../dom.js';
import { answerOf } from '../turn/turn.js';
import { AnswerView } from './answer.js';
import { ArtifactView } from './artifact.js';
import { FailureView } from './failure.js';
import { ImageView } from './image.js';
import { QuestionView } from './question.js';
import { SearchView } from './search.js';
import { ThinkingView } from './thinking.js';
import { ToolView } from './tool.js';
import { NoteView } from './note.js';
import { numbersOf, prices } from './numbers.js';
import { WaitWatch } from './waiting.js';
import { WarningView } from './warning.js';

/** Pieces that answer, or say why there is no answer. */
const SAYS = ['text', 'artifact', 'image', 'error'];

export class TurnView {
  #pieces = el('.pieces');
  #waiting = el('.waiting', {}, el('.dots', {}, el('span'), el('span'), el('span')), el('span.waiting-words', { role: 'status' }));
  #watch;
  #foot = el('footer.turn-foot', { hidden: true });
  #views = new Map();
  #exchange;
  #question;
  #turn;
  #clock;
  #actions;

  /** `actions`: what the buttons do, `retry()`, `edit(prompt)`, `inspect()` and `turnTo(step)`. */
  constructor(exchange, actions) {
    this.#exchange = exchange;
    this.#turn = exchange.turn;
    this.#clock = exchange.clock;
    this.#actions = actions;
    this.#question = new QuestionView(exchange, actions);
    /** The halves of the element, for whoever puts them elsewhere. */
    this.question = this.#question.element;
    this.reply = el('.reply', {}, el('h2.hidden', {}, 'Answer'), this.#pieces, this.#waiting, this.#foot);
    this.element = el('article.turn', { 'aria-label': 'Exchange' }, this.question, this.reply);
    this.#watch = new WaitWatch(exchange, this.#waiting, () => this.#isBusy);
  }

  /** Which of several at this place it is: `{number, count}`. */
  showBranches(branch) {
    this.#question.showBranches(branch);
  }

  focusBranches() {
    this.#question.focusBranches();
  }

  /** Draws the pieces that were made or changed. */
  update(pieces) {
    for (const piece of pieces) {
      this.#viewOf(piece).update();
    }
    this.#watch.heard();
  }

  /** Whether what is shown says by itself that something goes on. */
  get #isBusy() {
    const latest = this.#turn.pieces.at(-1);
    return latest !== undefined && (latest.kind === 'thinking' ? latest.millis === null : latest.kind === 'text' ? latest.finish === null : latest.kind === 'tool' && ['writing', 'running'].includes(latest.state));
  }

  /** Nothing more will be drawn: clocks stop. */
  leave() {
    this.#watch.stop();
    for (const view of this.#views.values()) {
      view.close();
    }
  }

  end(exchange) {
    this.leave();
    this.#waiting.hidden = true;
    this.#foot.hidden = false;
    const answer = answerOf(this.#turn);
    const model = el('span.turn-model', {}, exchange.modelName);
    const numbers = el('span.turn-numbers');
    if (!this.#turn.pieces.some(({ kind }) => SAYS.includes(kind))) {
      this.#pieces.append(el('p.note', { role: 'note' }, this.#turn.pieces.length === 0 ? 'The model gave an empty answer.' : 'The model ended without an answer.'));
    }
    this.#foot.replaceChildren(
      ...[
        answer === '' ? null : copyButton('Copy', () => answer),
        el('button.quiet.small', { type: 'button', onclick: this.#actions.retry }, icon('retry'), 'Ask again'),
        el('button.quiet.small', { type: 'button', onclick: this.#actions.inspect }, icon('pulse'), 'Inspect'),
        model,
        numbers,
      ].filter((each) => each !== null),
    );
    void this.#showNumbers(exchange, model, numbers);
  }

  async #showNumbers(exchange, model, numbers) {
    const passes = await exchange.measured();
    model.textContent = exchange.models.join(' · ');
    model.classList.toggle('two', exchange.models.length > 1);
    if (passes.length > 0) {
      numbers.replaceChildren(...numbersOf(passes, await prices(), exchange.modelName).map(([words, title]) => el('span', { title }, words)));
    }
  }

  #viewOf(piece) {
    let view = this.#views.get(piece);
    if (view === undefined) {
      view = this.#newView(piece);
      this.#views.set(piece, view);
      this.#pieces.append(view.element);
    }
    return view;
  }

  #newView(piece) {
    switch (piece.kind) {
      case 'thinking':
        return new ThinkingView(piece, this.#clock);
      case 'text':
        return new AnswerView(piece);
      case 'tool':
        return new ToolView(piece);
      case 'search':
        return new SearchView(piece);
      case 'artifact':
        return new ArtifactView(piece);
      case 'image':
        return new ImageView(piece);
      case 'note':
        return new NoteView(piece);
      case 'warning':
        return new WarningView(piece);
      case 'error':
        return new FailureView(piece, this.#actions.retry, () => this.#exchange.retryAt());
    }
    throw new Error(`Unknown piece: ${piece.kind}`);
  }
}
