// Reads a stream with the package eventsource, which is closed after every frame and opened again with the last id, as a browser does.
import { EventSource } from 'eventsource';

const url = process.argv[2];
let last = '';
let done = false;
while (!done) {
  await new Promise((resolve, reject) => {
    const source = new EventSource(url, {
      fetch: (input, init) => fetch(input, { ...init, headers: { ...init.headers, ...(last ? { 'Last-Event-ID': last } : {}) } }),
    });
    source.onmessage = (event) => {
      source.close();
      console.log(event.data);
      last = event.lastEventId || last;
      done = event.data === '[DONE]';
      resolve();
    };
    source.onerror = (error) => { source.close(); reject(new Error(`${error.code} ${error.message}`)); };
  });
}
