// A chat as the gateway keeps it. A gateway that is away for a moment is asked again.

import { ApiError, chat } from '../net/api.js';

const FIRST_PAUSE_MILLIS = 250;
const LONGEST_PAUSE_MILLIS = 8000;

/**
 * `{id, title, turns: [{id, after, prompt, asked, modelName}]}`, oldest turn first, of all branches. One that is not kept any more is a chat
 * of this one turn, so that following it says what is wrong. `isWanted()` tells whether anybody still waits.
 */
export async function chatOf(id, { onLink, isWanted }) {
  for (let failures = 0; isWanted(); failures++) {
    try {
      const { id: chatId, title, streams } = await chat(id);
      onLink('open');
      return { id: chatId, title, turns: streams.map(turnOf) };
    } catch (error) {
      if (!(error instanceof ApiError) || !error.isPassing) {
        return { id, title: 'Chat', turns: [{ id, after: null, prompt: 'A chat of this gateway', asked: null, modelName: '' }] };
      }
    }
    onLink('lost');
    await new Promise((resolve) => setTimeout(resolve, Math.min(LONGEST_PAUSE_MILLIS, FIRST_PAUSE_MILLIS * 2 ** failures)));
  }
  return null;
}

function turnOf({ id, after, asked, title, model }) {
  return { id, after: after ?? null, prompt: promptOf(asked) || title || 'Asked without words', asked: Array.isArray(asked) ? asked : null, modelName: model ?? '' };
}

/** What the user said, without pictures; nothing if it was asked in a dialect, which only its clients read. */
function promptOf(asked) {
  const said = (Array.isArray(asked) ? asked : []).filter(({ role }) => role === 'user').map(({ content }) => textOf(content));
  return said.join('\n\n');
}

function textOf(content) {
  return typeof content === 'string' ? content : (content ?? []).map(({ text }) => text ?? '').join('');
}
