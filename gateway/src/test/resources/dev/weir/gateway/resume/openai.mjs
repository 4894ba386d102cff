// Asks for a response in the background with OpenAI's own client, comes back whenever its connection ends, and prints its events.
import OpenAI from 'openai';

const client = new OpenAI({ baseURL: process.argv[2], apiKey: 'none', maxRetries: 0 });
const seen = [];
const isOver = () => /^response\.(completed|incomplete|failed)$/.test(seen.at(-1)?.type);

async function read(asked) {
  try {
    for await (const event of await asked) seen.push(event);
  } catch (broken) {
    // A connection that ends is to be expected; an answer of the gateway that says why is not.
    if (broken.status) throw broken;
  }
}

await read(client.responses.create({ model: 'model-1', input: 'hello', stream: true, background: true }));
while (!isOver()) {
  await read(client.responses.retrieve(seen[0].response.id, { stream: true, starting_after: seen.at(-1).sequence_number }));
}
for (const event of seen) console.log(JSON.stringify(event));
