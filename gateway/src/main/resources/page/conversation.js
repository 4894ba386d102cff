// The chat on the page: its exchanges in all their branches, the views of those that are shown, and the scroll position that follows them.

import { announce, mention } from './announce.js';
import { byId } from './dom.js';
import { seconds } from './format.js';
import { Exchange } from './turn/exchange.js';
import { branchOf, Tree } from './turn/tree.js';
import { painter } from './view/painter.js';
import { TurnView } from './view/turn.js';

const NEAR_END_PIXELS = 80;

export class Conversation {
  #tree = new Tree();
  #shown = [];
  #chat = null;
  #title = '';
  #dirty = new Map();
  #paint = painter(() => this.#flush());
  #follows = true;
  #hooks;

  /** `hooks`: `onChange()`, `onLink(state)`, `onFrames(exchange)`, `onRetry(exchange)`, `onEdit(exchange, prompt)`, `onInspect(exchange)`. */
  constructor(hooks) {
    this.#hooks = hooks;
    const main = byId('main');
    main.addEventListener('scroll', () => this.#scrolled(main), { passive: true });
    byId('latest').addEventListener('click', () => this.scrollToEnd());
  }

  get last() {
    return this.#shown.at(-1)?.value.exchange ?? null;
  }

  get isLive() {
    return this.last?.isLive ?? false;
  }

  /** The id of the chat; null before its first question was taken. */
  get chat() {
    return this.#chat;
  }

  get title() {
    return this.#title || (this.#tree.root.children[0]?.value.exchange.prompt.split('\n', 1)[0].slice(0, 80) ?? '');
  }

  set title(title) {
    this.#title = title;
  }

  /** Asks a question after what is shown; `options` say whom and how. */
  ask(prompt, options) {
    this.#askBelow(this.#shown.findLast((node) => node.value.exchange.id !== null) ?? this.#tree.root, prompt, options);
    this.scrollToEnd();
  }

  /** Asks the same again. What was answered stays as another branch, unless nothing was. */
  retry(exchange, options) {
    const node = this.#nodeOf(exchange);
    if (exchange.id === null) {
      this.#tree.remove(node);
    }
    this.#askBelow(node.parent, exchange.prompt, options);
  }

  /** Asks something else in the place of a question, which stays as another branch. */
  edit(exchange, prompt, options) {
    this.#askBelow(this.#nodeOf(exchange).parent, prompt, options);
  }

  /** Shows a chat that the gateway has, up to a stream of it; see `chatOf`. */
  open({ id, title, turns }, upTo) {
    this.clear();
    this.#chat = id;
    this.#title = title;
    const nodes = new Map();
    for (const turn of turns) {
      const exchange = new Exchange(turn.prompt, turn.id);
      exchange.modelName = turn.modelName;
      nodes.set(turn.id, this.#add(nodes.get(turn.after) ?? this.#tree.root, exchange, null));
    }
    this.#tree.choose(nodes.get(upTo) ?? nodes.get(turns.at(-1)?.id) ?? this.#tree.root);
    this.#show();
    this.#hooks.onChange();
    this.scrollToEnd();
  }

  stop() {
    return this.last?.stop();
  }

  clear() {
    for (const { value } of this.#tree.all) {
      value.exchange.leave();
      value.view.leave();
    }
    this.#tree = new Tree();
    this.#shown = [];
    this.#chat = null;
    this.#title = '';
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

  #askBelow(parent, prompt, options) {
    const after = parent.value?.exchange.id ?? null;
    const place = after !== null ? { after } : this.#chat !== null ? { chat: this.#chat } : {};
    const exchange = new Exchange(prompt);
    exchange.modelName = options.model ?? '';
    this.#add(parent, exchange, { ...options, messages: [{ role: 'user', content: prompt }], ...place });
    this.#show();
    this.#hooks.onChange();
  }

  #nodeOf(exchange) {
    return this.#tree.all.find((node) => node.value.exchange === exchange);
  }

  #add(parent, exchange, body) {
    const view = new TurnView(exchange, {
      retry: () => this.#hooks.onRetry(exchange),
      edit: (prompt) => this.#hooks.onEdit(exchange, prompt),
      inspect: () => this.#hooks.onInspect(exchange),
      turnTo: (step) => this.#turnTo(node, step),
    });
    const node = this.#tree.add(parent, { exchange, view, body, isBegun: false });
    return node;
  }

  /** Shows another of several questions or answers at one place, and what follows it. */
  #turnTo(node, step) {
    const { children } = node.parent;
    node.parent.chosen = (children.indexOf(node) + step + children.length) % children.length;
    const other = children[node.parent.chosen];
    this.#follows = false;
    this.#show();
    other.value.view.focusBranches();
    this.#hooks.onChange();
  }

  /** Puts the views of the chosen branch on the page; what stays is not touched. */
  #show() {
    const path = this.#tree.path;
    let same = 0;
    while (same < path.length && path[same] === this.#shown[same]) {
      same++;
    }
    for (const { value } of this.#shown.slice(same)) {
      value.view.element.remove();
    }
    this.#shown = path;
    byId('turns').append(...path.slice(same).map(({ value }) => value.view.element));
    for (const node of path) {
      node.value.view.showBranches(branchOf(node));
      if (!node.value.isBegun) {
        node.value.isBegun = true;
        this.#run(node);
      }
    }
    this.#keepEnd();
  }

  #run({ value: { exchange, view, body } }) {
    const isNew = body !== null;
    exchange.run(body, {
      onStart: (id) => {
        this.#chat ??= id;
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
    byId('latest').hidden = isNear || this.#shown.length === 0;
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
