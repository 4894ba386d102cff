// Exports a chat: printed, as Markdown, or as JSON with everything that the gateway keeps of it.

import { announce } from './announce.js';
import { byId, download } from './dom.js';
import { chat, stream } from './net/api.js';
import { answerOf } from './turn/turn.js';

/** `conversation` is what is shown. */
export function setUpExport(conversation) {
  const menu = byId('export-menu');
  const button = byId('export');
  const on = (id, take) =>
    byId(id).addEventListener('click', async () => {
      menu.hidePopover();
      button.focus();
      try {
        await take();
      } catch (error) {
        announce(`Not exported: ${error.message}`);
      }
    });
  menu.addEventListener('toggle', (event) => {
    button.setAttribute('aria-expanded', String(event.newState === 'open'));
    if (event.newState === 'open') {
      menu.querySelector('button').focus();
    }
  });
  on('export-print', () => print());
  on('export-markdown', () => save(markdownOf(conversation), 'text/markdown', `${nameOf(conversation)}.md`));
  on('export-json', async () => save(JSON.stringify(await everythingOf(conversation.chat), null, 2), 'application/json', `${nameOf(conversation)}.json`));
}

function save(text, type, name) {
  download(new Blob([text], { type }), name);
  announce(`Saved as ${name}`);
}

function nameOf(conversation) {
  return conversation.title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '').slice(0, 60) || 'chat';
}

/** What is shown, as people would write it. */
export function markdownOf(conversation) {
  const turns = conversation.exchanges.map(({ prompt, parts, models, turn }) => {
    const attached = (parts ?? []).map((part) => `*${part.name ?? part.type}*\n\n`).join('');
    const failure = turn.pieces.find(({ kind }) => kind === 'error');
    const ending = failure === undefined ? '' : `\n\n*${failure.code === 'cancelled' ? 'Stopped' : failure.message}*`;
    return `## You\n\n${attached}${prompt}\n\n## ${models.join(' · ') || 'Answer'}\n\n${answerOf(turn)}${ending}`;
  });
  return `# ${conversation.title}\n\n${turns.join('\n\n')}\n`;
}

/** The chat with every stream of every branch: what was asked, the message it amounts to, what it took. */
async function everythingOf(id) {
  const whole = await chat(id);
  const streams = [];
  for (const each of whole.streams) {
    streams.push(await stream(each.id));
  }
  return { ...whole, streams };
}
