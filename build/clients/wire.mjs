// A wire between gateway and provider: it passes everything on and keeps what was asked. Instead of the provider it can answer with bytes that were recorded.
import http from 'node:http';

export class Wire {
  /** What the provider was asked since the last clear(): path, body and answer, and whether the gateway left before the answer's end. */
  asked = [];
  /** Bytes, and their type, for whoever asks next; nothing: the provider answers. */
  replay = null;

  static async start(port, provider) {
    const wire = new Wire();
    wire.provider = new URL(provider);
    wire.server = http.createServer((request, response) => wire.pass(request, response));
    await new Promise((resolve, reject) => wire.server.once('error', reject).listen(port, '127.0.0.1', resolve));
    return wire;
  }

  clear() {
    this.asked = [];
  }

  close() {
    this.server.closeAllConnections();
    this.server.close();
  }

  /** Whether the gateway ended every request before its answer did, within some seconds. */
  async wasLeft() {
    for (let waited = 0; waited < 10_000; waited += 20) {
      if (this.asked.length > 0 && this.asked.every((each) => each.isLeft)) return true;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return false;
  }

  async pass(request, response) {
    const slices = [];
    for await (const slice of request) slices.push(slice);
    const body = Buffer.concat(slices);
    const kept = { path: request.url, body: body.toString(), answer: '', isLeft: false };
    this.asked.push(kept);
    if (this.replay) {
      response.writeHead(200, { 'content-type': this.replay.type });
      response.end(this.replay.bytes);
      return;
    }
    const headers = { ...request.headers, host: this.provider.host };
    const onward = http.request(
      { host: this.provider.hostname, port: this.provider.port, method: request.method, path: request.url, headers },
      (answer) => {
        response.writeHead(answer.statusCode, answer.headers);
        answer.on('error', () => response.destroy());
        answer.on('aborted', () => response.destroy());
        answer.on('data', (slice) => { kept.answer += slice.toString(); });
        answer.pipe(response);
      },
    );
    onward.on('error', () => response.destroy());
    response.on('close', () => {
      if (!response.writableFinished) {
        kept.isLeft = true;
        onward.destroy();
      }
    });
    onward.end(body);
  }
}
