// The conversation that ends with a stream. What this tab asked it knows; what another asked, the gateway tells.

import { stream } from '../net/api.js';
import { recall } from './memory.js';

const TURNS_MAX = 100;

/** `[{id, prompt, modelName?}]`, oldest first. */
export async function conversationUpTo(id) {
  const known = recall(id);
  return known.length > 0 ? known : told(id);
}

async function told(id) {
  const chain = [];
  for (let at = id; at && chain.length < TURNS_MAX; ) {
    const { asked, title, model, after } = await ask(at);
    chain.unshift({ id: at, prompt: promptOf(asked) || title || 'A stream of this gateway', modelName: model ?? '' });
    at = after;
  }
  return chain;
}

async function ask(id) {
  try {
    return await stream(id);
  } catch {
    // Following it will say what is wrong, and try again if that can help.
    return {};
  }
}

/** What the user said, without pictures; nothing if it was asked in a dialect, which only its clients read. */
function promptOf(asked) {
  const said = (Array.isArray(asked) ? asked : []).filter(({ role }) => role === 'user').map(({ content }) => textOf(content));
  return said.join('\n\n');
}

function textOf(content) {
  return typeof content === 'string' ? content : (content ?? []).map(({ text }) => text ?? '').join('');
}
