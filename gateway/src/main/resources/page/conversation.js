// The conversation on the page: its exchanges, their views, and the scroll position that follows them.

import { announce, mention } from './announce.js';
import { byId } from './dom.js';
import { seconds } from './format.js';
import { Exchange } from './turn/exchange.js';
import { remember } from './turn/memory.js';
import { painter } from './view/painter.js';
import { TurnView } from './view/turn.js';

const NEAR_END_PIXELS = 80;

export class Conversation {
  #exchanges = [];
  #dirty = new Map();
  #paint = painter(() => this.#flush());
  #follows = true;
  #hooks;

  /** `hooks`: `onChange()`, `onLink(state)`, `onFrames(exchange)`, `onRetry(exchange)`, `onInspect(exchange)`. */
  constructor(hooks) {
    this.#hooks = hooks;
    const main = byId('main');
    main.addEventListener('scroll', () => this.#scrolled(main), { passive: true });
    byId('latest').addEventListener('click', () => this.scrollToEnd());
  }

  get last() {
    return this.#exchanges.at(-1)?.exchange ?? null;
  }

  get isLive() {
    return this.last?.isLive ?? false;
  }

  get title() {
    return this.#exchanges[0]?.exchange.prompt.split('\n', 1)[0].slice(0, 80) ?? '';
  }

  /** Asks a question; `options` say whom and how. */
  ask(prompt, options) {
    const before = this.#exchanges.findLast(({ exchange }) => exchange.id !== null)?.exchange.id ?? null;
    const body = { ...options, messages: [{ role: 'user', content: prompt }], ...(before === null ? {} : { after: before }) };
    const exchange = new Exchange(prompt);
    exchange.modelName = options.model ?? '';
    this.#add(exchange, body, before);
    this.#hooks.onChange();
    this.scrollToEnd();
  }

  /** Asks the last question again, in place of its failed answer. */
  retry(exchange, options) {
    const at = this.#exchanges.findIndex((each) => each.exchange === exchange);
    for (const each of this.#exchanges.splice(at)) {
      each.exchange.leave();
      each.view.leave();
      each.view.element.remove();
    }
    this.ask(exchange.prompt, options);
  }

  /** Shows a conversation, `[{id, prompt, modelName?}]`, whose answers the gateway has. */
  open(chain) {
    this.clear();
    for (const { id, prompt, modelName } of chain) {
      const exchange = new Exchange(prompt, id);
      exchange.modelName = modelName ?? '';
      this.#add(exchange, null, null);
    }
    this.#hooks.onChange();
    this.scrollToEnd();
  }

  stop() {
    return this.last?.stop();
  }

  clear() {
    for (const { exchange, view } of this.#exchanges) {
      exchange.leave();
      view.leave();
    }
    this.#exchanges = [];
    this.#dirty.clear();
    this.#follows = true;
    byId('turns').replaceChildren();
    this.#hooks.onChange();
  }

  scrollToEnd() {
    this.#follows = true;
    const main = byId('main');
    main.scrollTop = main.scrollHeight;
    byId('latest').hidden = true;
  }

  #add(exchange, body, before) {
    const view = new TurnView(exchange, { retry: () => this.#hooks.onRetry(exchange), inspect: () => this.#hooks.onInspect(exchange) });
    this.#exchanges.push({ exchange, view });
    byId('turns').append(view.element);
    const isNew = body !== null;
    exchange.run(body, {
      onStart: (id) => {
        remember(id, exchange.prompt, before);
        this.#hooks.onChange();
      },
      onPieces: (pieces) => {
        const waiting = this.#dirty.get(view) ?? new Set();
        pieces.forEach((piece) => waiting.add(piece));
        this.#dirty.set(view, waiting);
        if (exchange.isLive) {
          pieces.forEach(describe);
        }
        this.#paint();
        this.#hooks.onFrames(exchange);
      },
      onLink: (state) => {
        if (exchange === this.last) {
          this.#hooks.onLink(state);
        }
      },
      onEnd: () => {
        this.#flush();
        view.end(exchange);
        this.#keepEnd();
        if (exchange === this.last) {
          this.#hooks.onLink('open');
          if (isNew) {
            announce(endingOf(exchange));
          }
        }
        this.#hooks.onChange();
        this.#hooks.onFrames(exchange);
      },
    });
  }

  #flush() {
    for (const [view, pieces] of this.#dirty) {
      view.update(pieces);
    }
    this.#dirty.clear();
    this.#keepEnd();
  }

  #keepEnd() {
    if (this.#follows) {
      const main = byId('main');
      main.scrollTop = main.scrollHeight;
    }
  }

  #scrolled(main) {
    const isNear = main.scrollHeight - main.scrollTop - main.clientHeight < NEAR_END_PIXELS;
    this.#follows = isNear;
    byId('latest').hidden = isNear || this.#exchanges.length === 0;
  }
}

/** What is worth hearing while it happens. */
function describe(piece) {
  switch (piece.kind) {
    case 'thinking':
      mention(piece.millis === null ? piece.status || 'Thinking' : `Thought for ${seconds(piece.millis)}`);
      break;
    case 'tool':
      mention(`${piece.name}: ${piece.state}`);
      break;
    case 'text':
      mention('Answering');
      break;
  }
}

function endingOf(exchange) {
  const failure = exchange.turn.pieces.find((piece) => piece.kind === 'error');
  if (failure === undefined) {
    return 'Answer complete';
  }
  return failure.code === 'cancelled' ? 'Stopped' : `Error: ${failure.message}`;
}
