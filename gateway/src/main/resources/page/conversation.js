// The chat on the page: its exchanges in all their branches, the views of those that are shown, and the scroll position that follows them.

import { announce, mention } from './announce.js';
import { byId } from './dom.js';
import { seconds } from './format.js';
import { Exchange } from './turn/exchange.js';
import { labelOf } from './model-picker.js';
import { Tree } from './turn/tree.js';
import { ComparisonView } from './view/comparison.js';
import { painter } from './view/painter.js';
import { TurnView } from './view/turn.js';

const NEAR_END_PIXELS = 80;
const AT_END_PIXELS = 2;

export class Conversation {
  #tree = new Tree();
  #shown = [];
  #chat = null;
  #title = '';
  #dirty = new Map();
  #paint = painter(() => this.#flush());
  #follows = true;
  #top = 0;
  #hooks;

  /** `hooks`: `onChange()`, `onLink(state)`, `onFrames(exchange)`, `onRetry(exchange)`, `onEdit(exchange, prompt)`, `onInspect(exchange)`. */
  constructor(hooks) {
    this.#hooks = hooks;
    const main = byId('main');
    main.addEventListener('scroll', () => this.#scrolled(main), { passive: true });
    // Even the smallest movement away from the end is deliberate, and comes before the scroll that it causes.
    main.addEventListener('wheel', (event) => event.deltaY < 0 && this.#letGo(main), { passive: true });
    main.addEventListener('touchmove', () => this.#letGo(main), { passive: true });
    main.addEventListener('keydown', (event) => ['ArrowUp', 'PageUp', 'Home'].includes(event.key) && this.#letGo(main));
    byId('latest').addEventListener('click', () => this.scrollToEnd());
  }

  get last() {
    return this.#shown.at(-1)?.value.exchange ?? null;
  }

  /** The exchanges at the end of what is shown: several if models are compared. */
  get #lasts() {
    const node = this.#shown.at(-1);
    return node === undefined ? [] : (node.value.comparison?.exchanges ?? [node.value.exchange]);
  }

  get isLive() {
    return this.#lasts.some((exchange) => exchange.isLive);
  }

  /** What is shown, the first question first; of several that are compared, the one that is continued. */
  get exchanges() {
    return this.#shown.map(({ value }) => value.exchange);
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

  /** Asks a question, `{prompt, parts}`, after what is shown. `how` has `options`, one for each model that is asked, and the `system` of a new chat. */
  ask(question, how) {
    const parent = this.#shown.findLast((node) => node.value.exchange.id !== null) ?? this.#tree.root;
    this.#askBelow(parent, { system: parent === this.#tree.root ? how.system : '', ...question }, how.options);
    this.scrollToEnd();
  }

  /** Asks the same again. What was answered stays as another version, unless nothing was. */
  async retry(exchange, how) {
    const node = this.#nodeOf(exchange);
    const question = await exchange.question();
    if (exchange.id === null) {
      this.#tree.remove(node);
    }
    this.#askBelow(node.parent, question, how.options);
  }

  /** Asks something else in place of a question, which stays as another version. */
  async edit(exchange, prompt, how) {
    this.#askBelow(this.#nodeOf(exchange).parent, { ...(await exchange.question()), prompt }, how.options);
  }

  /** Shows a chat that the gateway has, up to a stream of it; see `chatOf`. */
  open({ id, title, turns }, upTo) {
    this.clear();
    this.#chat = id;
    this.#title = title;
    const nodes = new Map();
    for (const turn of turns) {
      const exchange = new Exchange(turn, turn.id);
      exchange.modelName = turn.modelName;
      exchange.passes = turn.passes;
      nodes.set(turn.id, this.#add(nodes.get(turn.after) ?? this.#tree.root, exchange, null));
    }
    this.#tree.choose(nodes.get(upTo) ?? nodes.get(turns.at(-1)?.id) ?? this.#tree.root);
    this.#show();
    this.#hooks.onChange();
    this.scrollToEnd();
  }

  stop() {
    return Promise.all(this.#lasts.map((exchange) => exchange.stop()));
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

  #askBelow(parent, question, options) {
    const after = parent.value?.exchange.id ?? null;
    const place = after !== null ? { after } : this.#chat !== null ? { chat: this.#chat } : {};
    const exchanges = options.map(() => new Exchange(question));
    const nodes = exchanges.map((exchange, index) => {
      exchange.modelName = options[index].model ?? '';
      const body = { ...options[index], messages: messagesOf(question), ...place };
      // Those who answer the first question of a chat beside its first stream have to wait for the chat's name.
      const isBeside = index > 0 && Object.keys(place).length === 0;
      return this.#add(parent, exchange, isBeside ? exchanges[0].begun.then((chat) => ({ ...body, ...(chat === null ? {} : { chat }) })) : body);
    });
    if (nodes.length > 1) {
      const comparison = new ComparisonView(nodes.map(({ value }, index) => ({ ...value, label: labelOf(options[index]) })), (index) => this.#continue(nodes[index]));
      nodes.forEach((node) => (node.value.comparison = comparison));
      this.#tree.choose(nodes[0]);
    }
    this.#show();
    this.#hooks.onChange();
  }

  /** The next question goes on after this one of those that are compared. */
  #continue(node) {
    this.#tree.choose(node);
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
    const node = this.#tree.add(parent, { exchange, view, body, comparison: null, isBegun: false });
    return node;
  }

  /** Shows another of several versions at one place, and what follows it. */
  #turnTo(node, step) {
    const places = placesOf(node.parent);
    const at = places.findIndex((place) => place.includes(node));
    const [other] = places[(at + step + places.length) % places.length];
    this.#tree.choose(other);
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
    for (const node of this.#shown.slice(same)) {
      elementOf(node).remove();
    }
    this.#shown = path;
    byId('turns').append(...path.slice(same).map(elementOf));
    for (const node of path) {
      const places = placesOf(node.parent);
      const at = places.findIndex((place) => place.includes(node));
      places[at][0].value.view.showBranches({ number: at + 1, count: places.length });
      node.value.comparison?.mark(places[at].indexOf(node));
      for (const each of places[at].filter(({ value }) => !value.isBegun)) {
        each.value.isBegun = true;
        this.#run(each);
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

  #letGo(main) {
    if (main.scrollHeight > main.clientHeight) {
      this.#follows = false;
    }
  }

  /** Scrolling down to the end means following again; scrolling up from it means not to. */
  #scrolled(main) {
    const left = main.scrollHeight - main.scrollTop - main.clientHeight;
    const isUp = main.scrollTop < this.#top && left > AT_END_PIXELS;
    const isDown = main.scrollTop > this.#top;
    this.#top = main.scrollTop;
    this.#follows = !isUp && (this.#follows || isDown) && left < NEAR_END_PIXELS;
    byId('latest').hidden = left < NEAR_END_PIXELS || this.#shown.length === 0;
  }
}

/** What stands at the places below a node: one version each, or several that are compared. */
function placesOf(parent) {
  return [...Map.groupBy(parent.children, (node) => node.value.comparison ?? node).values()];
}

function elementOf({ value }) {
  return value.comparison?.element ?? value.view.element;
}

/** A question as the gateway takes it. */
function messagesOf({ prompt, parts, system }) {
  const content = parts.length === 0 ? prompt : [...(prompt === '' ? [] : [{ type: 'text', text: prompt }]), ...parts];
  return [...(system === '' ? [] : [{ role: 'system', content: system }]), { role: 'user', content }];
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
