// Has clients read recorded streams through the gateway, at their doors: none may throw on a stream that ended well, and each hears its text.
// What a client cannot read, it may not be able to read from the provider either: at the door of the recording's own dialect it is asked to, without the gateway.
// Arguments: the gateway's URL, the port of the wire that is the provider here, the folder of recordings, then clients to run (all without).
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CLIENTS } from './clients.mjs';
import { Wire } from './wire.mjs';

/** Where the recordings are, in which dialect, and which provider of the gateway that is. */
const FOLDERS = {
  'openai-responses': ['openai-responses', 'r'],
  'openai-chat': ['openai-chat', 'c'],
  'mistral-as-openai-chat': ['openai-chat', 'c'],
  anthropic: ['anthropic', 'a'],
  gemini: ['gemini', 'g'],
  ollama: ['ollama', 'o'],
};
const TYPES = { sse: 'text/event-stream', ndjson: 'application/x-ndjson', json: 'application/json' };

const [url, port, folder, ...wanted] = process.argv.slice(2);
const clients = CLIENTS.filter((client) => wanted.length === 0 || wanted.some((word) => client.name.split(/[: ]/).includes(word)));
const wire = await Wire.start(Number(port), 'http://127.0.0.1:9');
const width = Math.max(...clients.map((client) => client.name.length));
const wrong = [];
const own = [];
let count = 0;

/** What a client makes of a recording: its words, or what it throws. */
async function heard(client, at, model, replay) {
  wire.replay = replay;
  try {
    const said = await client.talk({ url: at, model, streamed: true }).ask('hello');
    return { text: said.text, refusal: said.refusal };
  } catch (error) {
    return { error };
  }
}

/** What is wrong with what a client heard; nothing if it is as it should be. */
function complaint(client, { text, refusal, error }, expected) {
  // Half an answer may be an error.
  if (expected.error || !expected.terminated || expected.ambiguous) return undefined;
  // Who has no tools that take text does not offer any, so nobody calls one.
  if (client.isDeafTo?.includes('custom tools') && expected.features.includes('custom_tool')) return undefined;
  if (error) return process.env.TRACE ? error.stack : error.message;
  // Of several answers at once, which it did not ask for, a client may join the texts.
  if (expected.features.includes('multi_output')) return undefined;
  const deaf = client.isDeafTo?.includes('refusal');
  const said = (expected.text ?? '') + (deaf ? '' : expected.refusal ?? '');
  const seen = text + (deaf ? '' : refusal);
  return seen === said ? undefined : `expected ${JSON.stringify(said)}, heard ${JSON.stringify(seen)}`;
}

/** Gemini's array, as the stream of events that its clients ask for. */
function asStream(bytes) {
  return Buffer.from(JSON.parse(bytes).map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join(''));
}

async function read(client, name, file) {
  const [dialect, provider] = FOLDERS[name];
  const path = join(folder, name, file);
  const expected = JSON.parse(readFileSync(`${path}.expected.json`, 'utf8'));
  const bytes = readFileSync(path);
  const type = TYPES[file.split('.').at(-1)];
  const why = complaint(client, await heard(client, url, `${provider}/recorded`, { bytes, type }), expected);
  if (!why) return true;
  const direct = type === TYPES.json ? { bytes: asStream(bytes), type: TYPES.sse } : { bytes, type };
  const without = client.door === dialect && complaint(client, await heard(client, `http://127.0.0.1:${port}`, 'recorded', direct), expected);
  (without ? own : wrong).push(`${client.name}: ${name}/${file}: ${why}`);
  return Boolean(without);
}

console.log(`${'client'.padEnd(width)} ${Object.keys(FOLDERS).map((name) => name.padEnd(24)).join('')}`);
for (const client of clients) {
  const row = [];
  for (const name of Object.keys(FOLDERS)) {
    const files = readdirSync(join(folder, name)).filter((file) => !/\.(expected|chunks)\.json$/.test(file)).sort();
    let right = 0;
    for (const file of files) {
      count++;
      if (await read(client, name, file)) right++;
    }
    row.push(`${right} of ${files.length}`.padEnd(24));
  }
  console.log(`${client.name.padEnd(width)} ${row.join('')}`);
}
if (own.length > 0) console.log(`not read without the gateway either:\n${own.map((each) => `  ${each}`).join('\n')}`);
for (const each of wrong) console.log(each);
console.log(`${count - wrong.length} of ${count} are as they should be, ${own.length} of them as without the gateway`);
wire.close();
process.exit(wrong.length === 0 ? 0 : 1);
