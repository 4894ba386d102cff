// The drawer that shows a stream from the inside: facts, time, rate, events, and what can be saved.

import { byId, download, el, icon } from '../dom.js';
import { count, exactly } from '../format.js';
import { metrics, recording, stream } from '../net/api.js';
import { painter } from '../view/painter.js';
import { drawBars } from './bars.js';
import { EventList } from './event-list.js';
import { drawPlot } from './plot.js';
import { anatomyOf, phasesOf, ratesOf } from './timing.js';

const OVERLAY = matchMedia('(max-width: 1180px)');

export class Inspector {
  #drawer = byId('inspector');
  #button = byId('inspect');
  #facts = el('dl.facts');
  #bars = el('div');
  #plot = el('div');
  #events = new EventList();
  #note = el('p.note', { role: 'status' });
  #exchange = null;
  #pinned = false;
  #passes = new WeakMap();
  #nodes = new WeakMap();
  #paint = painter(() => this.#draw());

  constructor() {
    this.#drawer.append(
      el('header.inspector-head', {}, el('h2', {}, 'Stream inspector'), el('button.quiet.square', { type: 'button', 'aria-label': 'Close the inspector', onclick: () => this.close() }, icon('cross'))),
      el(
        '.inspector-body',
        {},
        this.#facts,
        el('section.panel', { 'aria-label': 'Where the time went' }, el('.panel-head', {}, el('h3', {}, 'Where the time went')), this.#bars),
        el('section.panel', { 'aria-label': 'Deltas per second' }, el('.panel-head', {}, el('h3', {}, 'Deltas per second')), this.#plot),
        this.#events.element,
        el('.inspector-foot', {}, el('button.small', { type: 'button', onclick: () => this.#save('recording') }, icon('download'), 'Recording'), el('button.small', { type: 'button', onclick: () => this.#save('metrics') }, icon('download'), 'Metrics'), this.#note),
      ),
    );
  }

  /** Shows this exchange, until it is closed. */
  open(exchange) {
    this.#pinned = true;
    this.#exchange = exchange;
    this.#show();
  }

  toggle(last) {
    if (this.#drawer.hidden) {
      this.#pinned = false;
      this.#exchange = last;
      this.#show();
    } else {
      this.close();
    }
  }

  close() {
    this.#drawer.hidden = true;
    this.#button.setAttribute('aria-expanded', 'false');
    this.#button.focus();
  }

  /** Closes the drawer where it covers the conversation; tells whether it did. */
  closeOverlay() {
    if (this.#drawer.hidden || !OVERLAY.matches) {
      return false;
    }
    this.close();
    return true;
  }

  /** The conversation has a new last exchange. */
  follow(last) {
    if (last !== this.#exchange && (!this.#pinned || last === null || last.isLive)) {
      this.#pinned = false;
      this.#exchange = last;
      this.#paint();
    }
  }

  refresh(exchange) {
    if (exchange === this.#exchange && !this.#drawer.hidden) {
      this.#paint();
    }
  }

  #show() {
    this.#drawer.hidden = false;
    this.#button.setAttribute('aria-expanded', 'true');
    this.#drawer.focus({ preventScroll: true });
    this.#note.textContent = '';
    this.#draw();
  }

  #draw() {
    if (this.#drawer.hidden) {
      return;
    }
    const exchange = this.#exchange;
    this.#drawer.classList.toggle('without', exchange === null);
    if (exchange === null) {
      this.#facts.replaceChildren(el('p.note', {}, 'Ask something, and its stream shows here as it comes.'));
      return;
    }
    const { frames, isLive } = exchange;
    const passes = this.#passesOf(exchange);
    const began = passes.map(({ startedAt }) => new Date(startedAt).getTime()).filter(Number.isFinite);
    const first = frames[0]?.at ?? exchange.clock();
    const start = Math.min(first, ...began, ...(exchange.isNew ? [exchange.clock() - (Date.now() - exchange.askedAt)] : []));
    const now = isLive ? exchange.clock() : (frames.at(-1)?.at ?? start);
    this.#drawFacts(exchange, start, now, passes);
    const phases = phasesOf(frames, start, now).map(({ phase, spans }) => ({ label: `Phase ${phase + 1}`, spans }));
    const provider = passes.map((pass, index) => ({ label: passes.length > 1 ? `Provider ${index + 1}` : 'Provider', spans: anatomyOf(pass.timing, Number.isFinite(began[index]) ? began[index] - start : 0) }));
    this.#bars.replaceChildren(drawBars([...phases, ...provider.filter(({ spans }) => spans.length > 0)]));
    this.#plot.replaceChildren(drawPlot(ratesOf(frames, start)));
    this.#events.show(frames, start);
    if (isLive) {
      setTimeout(() => this.#paint(), 500);
    }
  }

  #drawFacts(exchange, start, now, passes) {
    const { frames, turn } = exchange;
    const failure = turn.pieces.find((piece) => piece.kind === 'error');
    const chars = turn.pieces.reduce((sum, piece) => sum + (piece.kind === 'text' ? piece.text.length : 0), 0);
    const usage = passes.map((pass) => pass.usage).filter((each) => each);
    const tokens = usage.reduce((sum, each) => sum + (each.outputTokens ?? 0), 0);
    const queue = passes.map((pass) => pass.timing?.queueMicros).filter(Number.isFinite);
    const facts = [
      ['State', exchange.isLive ? 'live' : failure === undefined ? 'complete' : failure.code],
      ['Time', exactly(Math.max(0, now - start))],
      ['Events', frames.length.toLocaleString('en')],
      ['Answer', count(chars, 'character')],
      usage.length === 0 ? null : ['Tokens out', tokens.toLocaleString('en')],
      queue.length === 0 ? null : ['Queue', exactly(queue.reduce((sum, each) => sum + each, 0) / 1000)],
      lostOf(passes),
      factOf('Node', this.#nodeOf(exchange)),
      factOf('Switches', switchesOf(frames)),
      exchange.reconnects === 0 ? null : ['Reconnects', String(exchange.reconnects)],
    ];
    this.#facts.replaceChildren(...facts.filter((each) => each !== null).map(([name, value]) => el('.fact', {}, el('dt', {}, name), el('dd', { title: value }, value))));
  }

  /** Metrics of an ended stream, read once. */
  #passesOf(exchange) {
    const known = this.#passes.get(exchange);
    if (known !== undefined || exchange.isLive || exchange.id === null) {
      return known ?? [];
    }
    this.#passes.set(exchange, []);
    metrics(exchange.id).then(
      (passes) => {
        this.#passes.set(exchange, Array.isArray(passes) ? passes : [passes]);
        this.#paint();
      },
      () => {},
    );
    return [];
  }

  /** Which of several gateways fetches the stream, asked once; empty if there is only one. */
  #nodeOf(exchange) {
    const known = this.#nodes.get(exchange);
    if (known !== undefined || exchange.id === null) {
      return known ?? '';
    }
    this.#nodes.set(exchange, '');
    stream(exchange.id).then(
      ({ node }) => {
        this.#nodes.set(exchange, node ?? '');
        this.#paint();
      },
      () => {},
    );
    return '';
  }

  async #save(what) {
    const id = this.#exchange?.id;
    if (!id) {
      return;
    }
    this.#note.textContent = '';
    try {
      if (what === 'recording') {
        download(await recording(id), `${id}.jsonl`);
      } else {
        download(new Blob([JSON.stringify(await metrics(id), null, 2)], { type: 'application/json' }), `${id}.metrics.json`);
      }
    } catch (error) {
      this.#note.textContent = error.message;
    }
  }
}

const factOf = (name, words) => (words === '' ? null : [name, words]);

/** Who was asked one after the other in a route, because the one before failed or broke off; empty if nobody else was. */
function switchesOf(frames) {
  const moves = frames.map(({ frame }) => frame).filter(({ type, next }) => (type === 'failed_try' || type === 'seam') && next !== undefined);
  const asked = (of) => (moves.length === 0 ? [] : [of(moves[0])[0], ...moves.map((move) => of(move)[1])]).filter((each, index, all) => each !== all[index - 1]);
  // A break in the midst of an answer is told as a failed try and as a seam, and a provider may be asked again.
  const providers = asked(({ provider, next }) => [provider, next]);
  const steps = providers.length > 1 ? providers : asked(({ model, nextModel }) => [model, nextModel]);
  return steps.length > 1 ? steps.join(' → ') : '';
}

/** How many of the provider's numbered chunks never came; absent if they have no numbers, or all came. */
function lostOf(passes) {
  const gaps = passes.map((pass) => pass.sequence).filter((each) => each?.lost > 0 || each?.gaps > 0);
  if (gaps.length === 0) {
    return null;
  }
  const lost = gaps.reduce((sum, each) => sum + each.lost, 0);
  const percent = Math.max(...gaps.map((each) => each.percent ?? 0));
  const left = gaps.reduce((sum, each) => sum + (each.unrepaired ?? 0), 0);
  return ['Chunks lost', `${lost.toLocaleString('en')}${percent > 0 ? ` (${percent.toFixed(2)} %)` : ''}${left === 0 ? ', repaired' : ''}`];
}
