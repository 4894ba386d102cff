// Wires the page together.

import { announce } from './announce.js';
import { Composer } from './composer.js';
import { Conversation } from './conversation.js';
import { byId } from './dom.js';
import { Inspector } from './inspector/inspector.js';
import { Place } from './place.js';
import { Side } from './side.js';
import { setUpExport } from './export.js';
import { setUpTheme } from './theme-button.js';
import { chatOf } from './turn/history.js';

setUpTheme();

const composer = new Composer({ onSend: (question) => conversation.ask(question, composer), onStop: () => conversation.stop() });
const inspector = new Inspector();
const side = new Side({
  onOpen: (id) => place.go(id),
  onNew: newChat,
  onRenamed: (chat, title) => {
    if (chat === conversation.chat) {
      conversation.title = title;
      changed();
    }
  },
  onDeleted: (chat) => {
    if (chat === conversation.chat) {
      newChat();
    }
  },
});
const place = new Place(show);
const conversation = new Conversation({
  onChange: changed,
  onLink: noteLink,
  onRetry: (exchange) => conversation.retry(exchange, composer),
  onEdit: (exchange, prompt) => conversation.edit(exchange, prompt, composer),
  onInspect: (exchange) => inspector.open(exchange),
  onFrames: (exchange) => inspector.refresh(exchange),
});

function changed() {
  const { last, isLive } = conversation;
  byId('empty').hidden = last !== null;
  byId('export').hidden = conversation.chat === null;
  byId('title').textContent = last === null ? 'New chat' : conversation.title;
  document.title = last === null ? 'Weir' : `${conversation.title} · Weir`;
  composer.setLive(isLive, last?.isWhole ?? false);
  inspector.follow(last);
  if (last?.id) {
    place.note(last.id);
  }
  side.mark(conversation.chat);
  side.refresh();
}

/** A connection that is back at once is not worth a word. */
const LOST_MILLIS = 400;

let linkState = 'open';
let linkTimer = 0;

function noteLink(state) {
  clearTimeout(linkTimer);
  if (state === 'open') {
    showLink(state);
  } else {
    linkTimer = setTimeout(() => showLink(state), LOST_MILLIS);
  }
}

function showLink(state) {
  byId('link').hidden = state === 'open';
  byId('link-text').textContent = state === 'open' ? '' : 'Reconnecting…';
  if (state !== linkState) {
    announce(state === 'open' ? 'Connected again' : 'Connection lost, reconnecting');
    linkState = state;
  }
}

function newChat() {
  place.note(null);
  conversation.clear();
  composer.focus();
}

let lastWish = null;

/** Shows what the address names. */
async function show(id) {
  const wish = (lastWish = {});
  if (id === null) {
    conversation.clear();
    return;
  }
  const shown = conversation.last;
  // Otherwise something was asked or opened meanwhile.
  const isWanted = () => conversation.last === shown && lastWish === wish;
  const chat = await chatOf(id, { onLink: noteLink, isWanted });
  if (chat !== null && isWanted()) {
    conversation.open(chat, id);
  }
}

document.addEventListener('keydown', (event) => {
  if ((event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'k') {
    event.preventDefault();
    newChat();
  } else if (event.key === 'Escape' && !event.defaultPrevented && document.querySelector('dialog[open]') === null) {
    if (!side.close() && !inspector.closeOverlay()) {
      conversation.stop();
    }
  }
});
setUpExport(conversation);
byId('inspect').addEventListener('click', () => inspector.toggle(conversation.last));

await composer.load();
place.start();
composer.focus();
