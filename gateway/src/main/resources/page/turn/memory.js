// Which question belongs to which stream, and what came before it: enough to build a conversation again after a reload. Answers are not
// kept here; they come from the gateway. Kept for this tab only.

const PLACE = 'weir.questions';
const QUESTIONS_MAX = 500;

function load() {
  try {
    return JSON.parse(sessionStorage.getItem(PLACE)) ?? {};
  } catch {
    return {};
  }
}

/** Notes the question of a stream, and the stream that it continues, or null. */
export function remember(id, prompt, before) {
  const kept = Object.entries({ ...load(), [id]: { prompt, before } }).slice(-QUESTIONS_MAX);
  sessionStorage.setItem(PLACE, JSON.stringify(Object.fromEntries(kept)));
}

/** The conversation that ends with this stream, oldest first: `[{id, prompt}]`; empty if this tab does not know it. */
export function recall(id) {
  const known = load();
  const chain = [];
  const seen = new Set();
  for (let at = id; at !== null && known[at] !== undefined && !seen.has(at); at = known[at].before) {
    seen.add(at);
    chain.unshift({ id: at, prompt: known[at].prompt });
  }
  return chain;
}
