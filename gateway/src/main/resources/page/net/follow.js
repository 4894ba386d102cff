// Reads a stream to its end through any number of lost connections.
//
// The gateway numbers its frames 1, 2, 3, … without a gap, and sends what comes after frame n on request. So the number of the last
// frame that was handed on is the whole state: a frame with a smaller number is a repetition, one that leaves a hole means that this
// connection cannot be trusted, and both a cut and a hole are repaired by asking again for what comes after.

import { ApiError, events } from './api.js';
import { FrameReader } from './frames.js';

const FIRST_PAUSE_MILLIS = 250;
const LONGEST_PAUSE_MILLIS = 8000;
/** The gateway sends a heartbeat every 15 s; three missed ones are a dead connection. */
const SILENCE_MILLIS = 45_000;
const FRAME_CHARS_MAX = 64 * 1024 * 1024;

/**
 * Hands every frame after `after` to `onFrame(id, json)`, once and in order, until the stream is done.
 * `onLink('open' | 'lost')` says how the connection is doing. Throws what waiting cannot fix.
 */
export async function follow(id, after, { onFrame, onLink }, signal) {
  let last = after;
  let failures = 0;
  for (;;) {
    try {
      const done = await read(id, last, signal, {
        onOpen: () => onLink('open'),
        onFrame: (number, data) => {
          last = number;
          failures = 0;
          onFrame(number, data);
        },
      });
      if (done) {
        return;
      }
    } catch (error) {
      if (signal.aborted || (error instanceof ApiError && !error.isPassing)) {
        throw error;
      }
    }
    onLink('lost');
    await pause(Math.min(LONGEST_PAUSE_MILLIS, FIRST_PAUSE_MILLIS * 2 ** failures++) * (0.75 + Math.random() / 2), signal);
  }
}

/** One connection; tells whether the stream is done. */
async function read(id, after, signal, { onOpen, onFrame }) {
  const attempt = new AbortController();
  const abort = () => attempt.abort(signal.reason);
  signal.addEventListener('abort', abort);
  let watch = setTimeout(abort, SILENCE_MILLIS);
  try {
    const response = await events(id, after, attempt.signal);
    onOpen();
    let next = after + 1;
    let done = false;
    const frames = new FrameReader(FRAME_CHARS_MAX, (number, data) => {
      if (done || data === '[DONE]') {
        done = true;
      } else if (Number(number) === next) {
        onFrame(next++, data);
      } else if (!(Number(number) < next)) {
        throw new Error(`Expected frame ${next}, saw ${number}`);
      }
    });
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    while (!done) {
      const slice = await reader.read();
      if (slice.done) {
        return false;
      }
      clearTimeout(watch);
      watch = setTimeout(abort, SILENCE_MILLIS);
      frames.feed(decoder.decode(slice.value, { stream: true }));
    }
    return true;
  } finally {
    clearTimeout(watch);
    signal.removeEventListener('abort', abort);
    attempt.abort();
  }
}

/** Waits, but not longer than the machine is offline. */
function pause(millis, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(end, millis);
    function end() {
      clearTimeout(timer);
      removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      if (signal.aborted) {
        reject(signal.reason);
      } else {
        resolve();
      }
    }
    addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}
