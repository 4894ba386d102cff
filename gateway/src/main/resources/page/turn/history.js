// A chat as the gateway keeps it. A gateway that is away for a moment is asked again.

import { ApiError, chat } from '../net/api.js';

const FIRST_PAUSE_MILLIS = 250;
const LONGEST_PAUSE_MILLIS = 8000;

/**
 * `{id, title, turns: [{id, after, prompt, parts, system, modelName, passes}]}`, oldest turn first, of all branches. One that is no longer kept is a chat
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
        return { id, title: 'Chat', turns: [turnOf({ id, title: 'A chat of this gateway' })] };
      }
    }
    onLink('lost');
    await new Promise((resolve) => setTimeout(resolve, Math.min(LONGEST_PAUSE_MILLIS, FIRST_PAUSE_MILLIS * 2 ** failures)));
  }
  return null;
}

function turnOf({ id, after, asked, title, model, passes }) {
  const parts = partsOf(asked);
  return { id, after: after ?? null, prompt: promptOf(asked) || (parts.length > 0 ? '' : title || 'Asked without words'), parts, system: textOf(said(asked, 'system')[0]), modelName: model ?? '', passes: passes ?? null };
}

/** What was said in a role: nothing if it was asked in a dialect, which only its clients read. */
function said(asked, wanted) {
  return (Array.isArray(asked) ? asked : []).filter(({ role }) => role === wanted).map(({ content }) => content);
}

/** What the user said, without what was attached. */
function promptOf(asked) {
  return said(asked, 'user').map(textOf).join('\n\n');
}

/** What was attached, as the gateway has it. */
export function partsOf(asked) {
  return said(asked, 'user')
    .filter(Array.isArray)
    .flat()
    .filter((part) => part.type !== 'text' || part.name !== undefined);
}

function textOf(content) {
  return typeof content === 'string' ? content : (content ?? []).map(({ text, name }) => (name === undefined ? (text ?? '') : '')).join('');
}
