// The gateway's HTTP API, as /openapi.json describes it.

import { askKey, currentKey } from './key.js';

/** The gateway answered, but not with what was asked for. `status` is 0 if it could not be reached. */
export class ApiError extends Error {
  constructor(status, code, message, retryAfter = null) {
    super(message);
    this.status = status;
    this.code = code;
    /** When the gateway wants to be asked again, or null. */
    this.retryAt = /^\d{1,6}$/.test(retryAfter ?? '') ? Date.now() + 1000 * Number(retryAfter) : null;
  }

  /** Whether the same request may well succeed a moment later. */
  get isPassing() {
    return this.status === 0 || this.status === 408 || this.status === 425 || this.status === 429 || this.status >= 500;
  }
}

/** Sends a request; asks for a key, and sends it again, as long as the gateway wants another one. */
export async function request(path, options = {}) {
  for (;;) {
    const key = currentKey();
    const headers = { ...options.headers, ...(key === null ? {} : { Authorization: `Bearer ${key}` }) };
    let response;
    try {
      response = await fetch(path, { ...options, headers, cache: 'no-store' });
    } catch (cause) {
      if (options.signal?.aborted) {
        throw cause;
      }
      throw new ApiError(0, 'unreachable', 'The gateway cannot be reached. Check that it is running and that this machine is online.');
    }
    if (response.status !== 401) {
      if (!response.ok) {
        throw await errorOf(response);
      }
      return response;
    }
    await askKey(key);
  }
}

async function errorOf(response) {
  try {
    const { error } = await response.json();
    return new ApiError(response.status, String(error.code), String(error.message), response.headers.get('Retry-After'));
  } catch {
    return new ApiError(response.status, `http_${response.status}`, `The gateway answered with status ${response.status}.`);
  }
}

async function json(path) {
  return (await request(path)).json();
}

/** Starts a turn and returns the id of its stream; `follow` reads it. */
export async function start(body) {
  const response = await post('v1/chat', { ...body, detach: true });
  return (await response.json()).id;
}

function post(path, body) {
  return request(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
}

/** Stops a stream. Its own verb, because `DELETE` would delete one that has ended meanwhile. */
export const cancel = (id) => request(`v1/streams/${encodeURIComponent(id)}/cancel`, { method: 'POST' });
export const events = (id, after, signal) => request(`v1/streams/${encodeURIComponent(id)}/events?after=${after}`, { signal });
export const stream = (id) => json(`v1/streams/${encodeURIComponent(id)}`);
/** `{chats, next}`: the chats after `from` that contain the words of `search`. */
export const chats = (search, from, limit) => json(`v1/chats?${new URLSearchParams({ limit, ...(search === '' ? {} : { search }), ...(from === null ? {} : { from }) })}`);
/** A whole chat, by its id or that of any of its streams. */
export const chat = (id) => json(`v1/chats/${encodeURIComponent(id)}`);
export const deleteChat = (id) => request(`v1/chats/${encodeURIComponent(id)}`, { method: 'DELETE' });
export const renameChat = (id, title) => post(`v1/chats/${encodeURIComponent(id)}/title`, { title });
/** The same as `providers`, with the models that each of them says it has now. */
export const liveProviders = async () => (await json('v1/providers?models=live')).providers;
export const tools = async () => (await json('v1/tools')).tools;
export const providers = async () => (await json('v1/providers')).providers;
/** Prices of models, `{name: {input, output, cachedInput?}}`, as the gateway was told. */
export const prices = async () => (await json('v1/providers')).prices ?? {};
export const routes = async () => (await json('v1/routes')).routes;
export const metrics = (id) => json(`v1/streams/${encodeURIComponent(id)}/metrics`);
export const recording = async (id) => (await request(`v1/streams/${encodeURIComponent(id)}/recording`)).blob();
