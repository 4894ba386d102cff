// What a screen reader hears: few words, newest first, never the stream itself.

import { byId } from './dom.js';

const QUIET_MILLIS = 4000;

let waiting = null;
let timer = 0;
let lastAt = 0;

/** Says something at once: an end, an error, a lost connection. */
export function announce(words) {
  clearTimeout(timer);
  timer = 0;
  waiting = null;
  say(words);
}

/** Says something soon, unless something newer comes first: a status that changes often. */
export function mention(words) {
  waiting = words;
  if (timer === 0) {
    timer = setTimeout(() => {
      timer = 0;
      if (waiting !== null) {
        say(waiting);
        waiting = null;
      }
    }, Math.max(0, lastAt + QUIET_MILLIS - Date.now()));
  }
}

function say(words) {
  lastAt = Date.now();
  byId('announce').textContent = words;
}
