// One question and the stream that answers it: starts it, follows it, stops it. What it received is in `turn` and `frames`.

import { ApiError, cancel, metrics, start, stream } from '../net/api.js';
import { follow } from '../net/follow.js';
import { partsOf } from './history.js';
import { applyFrame, endTurn, newTurn } from './turn.js';

/** The inspector keeps this many frames of a stream. */
const FRAMES_MAX = 50_000;

export class Exchange {
  turn = newTurn();
  frames = [];
  modelName = '';
  reconnects = 0;
  askedAt = Date.now();
  #abort = new AbortController();
  #stopAsked = false;
  #skew = Infinity;

  /** What each pass took, where that is known already. */
  passes = null;
  #question;
  #retryAt = null;
  #begun = Promise.withResolvers();

  /** A question is `{prompt, parts, system}`; `id` is null for one that was not asked yet. */
  constructor(question, id = null) {
    this.#question = question;
    this.prompt = question.prompt;
    this.parts = question.parts;
    this.id = id;
    /** Whether it was asked here and now, so that `askedAt` tells when. */
    this.isNew = id === null;
  }

  /** What time it is for the gateway, as far as its frames show: the least delayed one is the best witness. */
  clock = () => Date.now() - (this.#skew === Infinity ? 0 : this.#skew);

  /** Whether the answer reached its own end. */
  get isWhole() {
    return this.turn.ended && !this.turn.pieces.some(({ kind }) => kind === 'error');
  }

  get isLive() {
    return !this.turn.ended;
  }

  /** The id of its stream as soon as there is one; null if there will be none. */
  get begun() {
    return this.#begun.promise;
  }

  /** Asks, if it was not asked yet (`body` may still have to come), then hands every change to `seen(pieces)` until the end. Never throws. */
  async run(body, { onStart, onPieces, onLink, onEnd }) {
    try {
      if (this.id === null) {
        this.id = await start(await body);
        this.#begun.resolve(this.id);
        onStart(this.id);
        if (this.#stopAsked) {
          await this.stop();
        }
      }
      await follow(
        this.id,
        this.turn.last,
        {
          onFrame: (number, data) => onPieces(this.#receive(number, data)),
          onLink: (state) => {
            this.reconnects += state === 'lost' ? 1 : 0;
            onLink(state);
          },
        },
        this.#abort.signal,
      );
      onPieces(endTurn(this.turn));
    } catch (error) {
      if (this.#abort.signal.aborted) {
        return;
      }
      this.#begun.resolve(null);
      onPieces(this.#fail(error));
      onPieces(endTurn(this.turn));
    }
    onEnd();
  }

  /** Cancels the stream at the gateway; its end comes as frames like any other. */
  async stop() {
    this.#stopAsked = true;
    if (this.id !== null && this.isLive) {
      try {
        await cancel(this.id);
      } catch (error) {
        // A stream that ended meanwhile has nothing to cancel; anything else shows in that the stream goes on.
        if (!(error instanceof ApiError)) {
          throw error;
        }
      }
    }
  }

  /** What was asked, with the bytes of what was attached, which the gateway has. */
  async question() {
    const { prompt, parts, system } = this.#question;
    if (this.id === null || parts.every((part) => part.type === 'text' || typeof part.data === 'string')) {
      return { prompt, parts, system };
    }
    return { prompt, parts: partsOf((await stream(this.id)).asked), system };
  }

  /** Which model was asked for and, where that is another, which one answered; the latter is known once it was `measured`. */
  get models() {
    const answered = this.passes?.at(-1)?.modelName ?? '';
    return [...new Set([this.modelName, answered])].filter((each) => each !== '');
  }

  /** What each pass took; nothing before the end, or if nobody measured. */
  async measured() {
    if (this.passes === null || this.passes.length === 0) {
      this.passes = this.id === null ? [] : await metrics(this.id).catch(() => []);
    }
    return this.passes;
  }

  /** When the provider, or the gateway, wants to be asked again, in epoch milliseconds, or null. */
  async retryAt() {
    if (this.#retryAt !== null || this.id === null) {
      return this.#retryAt;
    }
    const { retryAt } = await stream(this.id);
    return Number.isFinite(retryAt) ? retryAt : null;
  }

  /** Stops listening. The stream goes on at the gateway. */
  leave() {
    this.#abort.abort();
  }

  #receive(number, data) {
    const now = Date.now();
    let frame;
    try {
      frame = JSON.parse(data);
    } catch {
      frame = { type: 'unreadable', data };
    }
    if (Number.isFinite(frame.timestamp)) {
      this.#skew = Math.min(this.#skew, now - frame.timestamp);
    }
    this.frames.push({ number, type: String(frame.type), frame, at: Number.isFinite(frame.timestamp) ? frame.timestamp : now, chars: data.length });
    if (this.frames.length > FRAMES_MAX) {
      this.frames.shift();
    }
    return applyFrame(this.turn, number, frame);
  }

  #fail(error) {
    const known = error instanceof ApiError;
    const gone = known && error.status === 404;
    this.#retryAt = known ? error.retryAt : null;
    return applyFrame(this.turn, this.turn.last, {
      type: 'error',
      code: known ? error.code : 'page',
      message: gone ? 'The gateway no longer keeps this stream.' : error.message,
      retryable: known && error.isPassing,
    });
  }
}
