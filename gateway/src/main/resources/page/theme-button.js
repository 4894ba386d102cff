// Light, dark, or as the system has it.

import { byId, icon } from './dom.js';

const PLACE = 'weir.theme';
const NEXT = { auto: 'light', light: 'dark', dark: 'auto' };
const WORDS = { auto: 'as the system', light: 'light', dark: 'dark' };

/** Tells whatever draws with colours from the style that they have changed. */
export const themeChanges = new EventTarget();

export function setUpTheme() {
  const button = byId('theme');
  let theme = document.documentElement.dataset.theme ?? 'auto';
  show();
  button.addEventListener('click', () => {
    theme = NEXT[theme];
    if (theme === 'auto') {
      delete document.documentElement.dataset.theme;
      localStorage.removeItem(PLACE);
    } else {
      document.documentElement.dataset.theme = theme;
      localStorage.setItem(PLACE, theme);
    }
    show();
    themeChanges.dispatchEvent(new Event('change'));
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => themeChanges.dispatchEvent(new Event('change')));
  function show() {
    button.replaceChildren(icon(theme));
    button.setAttribute('aria-label', `Colours: ${WORDS[theme]}. Change to ${WORDS[NEXT[theme]]}`);
    button.title = `Colours: ${WORDS[theme]}`;
  }
}
