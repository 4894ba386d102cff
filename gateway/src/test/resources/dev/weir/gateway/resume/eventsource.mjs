// Reads a stream with the package eventsource, which comes back by itself when its connection ends, and prints its frames.
import { EventSource } from 'eventsource';

const source = new EventSource(process.argv[2]);
source.onmessage = (event) => {
  const isLast = event.data === '[DONE]';
  process.stdout.write((isLast ? '' : `id: ${event.lastEventId}\n`) + `data: ${event.data}\n\n`);
  if (isLast) source.close();
};
source.onerror = (error) => {
  if (source.readyState === EventSource.CLOSED && error.code) {
    process.stdout.write(`gave up: ${error.code} ${error.message}\n`);
  }
};
