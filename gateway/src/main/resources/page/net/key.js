// The gateway key: kept for this tab only, asked for when the gateway wants one.

import { byId } from '../dom.js';

const PLACE = 'weir.key';

let asking = null;

export function currentKey() {
  return sessionStorage.getItem(PLACE);
}

/** Resolves when there is a key other than the refused one. Requests that fail together share one question. */
export function askKey(refused) {
  if (currentKey() !== refused) {
    return Promise.resolve();
  }
  asking ??= ask(refused !== null).finally(() => (asking = null));
  return asking;
}

function ask(wasRefused) {
  const dialog = byId('key-dialog');
  const input = byId('key');
  if (wasRefused) {
    byId('key-why').textContent = 'The gateway does not accept that key. Enter another one; it stays in this tab only.';
  }
  input.value = '';
  dialog.showModal();
  return new Promise((resolve) => {
    // Without a key there is nothing to go back to, so Escape asks again.
    dialog.addEventListener('cancel', (event) => event.preventDefault());
    dialog.addEventListener('close', function closed() {
      if (input.value === '') {
        dialog.showModal();
        return;
      }
      dialog.removeEventListener('close', closed);
      sessionStorage.setItem(PLACE, input.value);
      input.value = '';
      resolve();
    });
  });
}
