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
import { WarningView } from './warning.js';

export class TurnView {
  #pieces = el('.pieces');
  #waiting = el('.waiting', {}, el('span'), el('span'), el('span'));
  #foot = el('footer.turn-foot', { hidden: true });
  #views = new Map();
  #question;
  #turn;
  #clock;
  #actions;

  /** `actions`: what the buttons do, `retry()`, `edit(prompt)`, `inspect()` and `turnTo(step)`. */
  constructor(exchange, actions) {
    this.#turn = exchange.turn;
    this.#clock = exchange.clock;
    this.#actions = actions;
    this.#question = new QuestionView(exchange, actions);
    this.element = el(
      'article.turn',
      { 'aria-label': 'Exchange' },
      this.#question.element,
      el('.reply', {}, el('h2.hidden', {}, 'Answer'), this.#pieces, this.#waiting, this.#foot),
    );
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
    const latest = this.#turn.pieces.at(-1);
    const isBusy = latest !== undefined && (latest.kind === 'thinking' ? latest.millis === null : latest.kind === 'text' ? latest.finish === null : latest.kind === 'tool' && ['writing', 'running'].includes(latest.state));
    this.#waiting.hidden = this.#turn.ended || isBusy;
  }

  /** Nothing more will be drawn: clocks stop. */
  leave() {
    for (const view of this.#views.values()) {
      view.close();
    }
  }

  end(exchange) {
    this.#waiting.hidden = true;
    this.leave();
    this.#foot.hidden = false;
    const answer = answerOf(this.#turn);
    this.#foot.replaceChildren(
      ...[
        answer === '' ? null : copyButton('Copy', () => answer),
        el('button.quiet.small', { type: 'button', onclick: this.#actions.retry }, icon('retry'), 'Ask again'),
        el('button.quiet.small', { type: 'button', onclick: this.#actions.inspect }, icon('pulse'), 'Inspect'),
        exchange.modelName === '' ? null : el('span.turn-model', {}, exchange.modelName),
      ].filter((each) => each !== null),
    );
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
        return new FailureView(piece, this.#actions.retry);
    }
    throw new Error(`Unknown piece: ${piece.kind}`);
  }
}
