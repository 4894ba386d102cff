// Has clients read recorded streams through the gateway, at their doors: none may throw on a stream that ended well, and each hears its text.
// Arguments: the gateway's URL, the port of the wire that is the provider here, the folder of recordings, then clients to run (all without).
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CLIENTS } from './clients.mjs';
import { Wire } from './wire.mjs';

const FOLDERS = {
  'openai-responses': 'r',
  'openai-chat': 'c',
  'mistral-as-openai-chat': 'c',
  anthropic: 'a',
  gemini: 'g',
  ollama: 'o',
};
const TYPES = { sse: 'text/event-stream', ndjson: 'application/x-ndjson', json: 'application/json' };

const [url, port, folder, ...wanted] = process.argv.slice(2);
const clients = CLIENTS.filter((client) => wanted.length === 0 || wanted.some((word) => client.name.split(/[: ]/).includes(word)));
const wire = await Wire.start(Number(port), 'http://127.0.0.1:9');
const width = Math.max(...clients.map((client) => client.name.length));
const wrong = [];
let count = 0;

async function read(client, provider, bytes, type, expected) {
  wire.replay = { bytes, type };
  const isWell = !expected.error && expected.terminated && !expected.ambiguous;
  let heard;
  try {
    heard = await client.talk({ url, model: `${provider}/recorded`, streamed: true }).ask('hello');
  } catch (error) {
    if (isWell) throw error;
    return;
  }
  const said = (expected.text ?? '') + (expected.refusal ?? '');
  if (isWell && heard.text + heard.refusal !== said) throw new Error(`expected ${JSON.stringify(said)}, heard ${JSON.stringify(heard.text + heard.refusal)}`);
}

console.log(`${'client'.padEnd(width)} ${Object.keys(FOLDERS).map((name) => name.padEnd(24)).join('')}`);
for (const client of clients) {
  const row = [];
  for (const [name, provider] of Object.entries(FOLDERS)) {
    const files = readdirSync(join(folder, name)).filter((file) => !/\.(expected|chunks)\.json$/.test(file)).sort();
    let right = 0;
    for (const file of files) {
      const path = join(folder, name, file);
      count++;
      try {
        await read(client, provider, readFileSync(path), TYPES[file.split('.').at(-1)], JSON.parse(readFileSync(`${path}.expected.json`, 'utf8')));
        right++;
      } catch (error) {
        wrong.push(`${client.name}: ${name}/${file}: ${process.env.TRACE ? error.stack : error.message}`);
      }
    }
    row.push(`${right} of ${files.length}`.padEnd(24));
  }
  console.log(`${client.name.padEnd(width)} ${row.join('')}`);
}
for (const each of wrong) console.log(each);
console.log(`${count - wrong.length} of ${count} are as they should be`);
wire.close();
process.exit(wrong.length === 0 ? 0 : 1);
