// Values as people read them.

/** `0.8 s`, `12 s`, `1 min 4 s`: rounded down, as durations of the lifecycle are. */
export function seconds(millis) {
  if (millis < 1000) {
    return `${(Math.floor(Math.max(0, millis) / 100) / 10).toFixed(1)} s`;
  }
  const whole = Math.floor(millis / 1000);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** `640 ms`, `1.24 s`: for figures that are compared. */
export function exactly(millis) {
  return millis < 1000 ? `${Math.round(millis)} ms` : `${(millis / 1000).toFixed(2)} s`;
}

export function count(number, one, many = `${one}s`) {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`;
}

/** `14 MB`, `3 KB`. */
export function bytes(number) {
  return number < 1024 * 1024 ? `${Math.ceil(number / 1024)} KB` : `${Math.floor(number / 1024 / 1024)} MB`;
}

/** How long ago, in the words of a list. */
export function ago(date, now = Date.now()) {
  const minutes = Math.floor((now - date) / 60_000);
  if (minutes < 1) {
    return 'just now';
  }
  if (minutes < 60) {
    return `${minutes} min ago`;
  }
  if (minutes < 24 * 60) {
    return `${Math.floor(minutes / 60)} h ago`;
  }
  return new Date(date).toLocaleDateString(undefined, { day: 'numeric', month: 'short' });
}

/** The group of a list that a moment belongs to: today, yesterday, the last days, a month. */
export function dayOf(date, now = Date.now()) {
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  const days = Math.ceil((midnight - date) / 86_400_000);
  if (days <= 0) {
    return 'Today';
  }
  if (days === 1) {
    return 'Yesterday';
  }
  return days <= 7 ? 'Last 7 days' : new Date(date).toLocaleDateString('en', { month: 'long', year: 'numeric' });
}

/** JSON with indentation; what is not JSON stays as it is. */
export function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** A link that a click may follow, or null: only http, https and mailto, never a script. */
export function safeUrl(text) {
  try {
    const url = new URL(text);
    return ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url : null;
  } catch {
    return null;
  }
}

/** Where a link leads, as shown beside it. */
export function hostOf(url) {
  return url.protocol === 'mailto:' ? url.pathname : url.host;
}
