// Reads turns (name, frames, joins) from the standard input and has the verifier and the client of
// AG-UI read each of them whole, and joined late at every position. Says what came of it.
import { pathToFileURL } from 'node:url';
import { text } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';

const { HttpAgent } = await import(pathToFileURL(process.argv[2]));
const asked = [{ id: 'u1', role: 'user', content: 'Warm?' }];

async function read(frames) {
  const body = frames.join('');
  globalThis.fetch = async () => new Response(body, { status: 200, headers: { 'content-type': 'text/event-stream' } });
  const agent = new HttpAgent({ url: 'http://localhost/', threadId: 'chat-1', initialMessages: asked });
  let error = null;
  try {
    await agent.runAgent({ runId: 'answer-1' }, { onRunErrorEvent: ({ event }) => { error = event.message; } });
  } catch (failed) {
    error = `thrown: ${failed.message}`;
  }
  return { error, messages: agent.messages };
}

console.error = () => {};
const results = [];
for (const { name, frames, joins } of JSON.parse(await text(process.stdin))) {
  const whole = await read(frames);
  const wrong = [];
  for (let at = 1; at < frames.length; at++) {
    const joined = await read([...joins[at], ...frames.slice(at)]);
    if (!isDeepStrictEqual(joined, whole)) wrong.push({ at, joined, whole });
  }
  results.push({ name, ...whole, wrong });
}
console.log(JSON.stringify(results));
