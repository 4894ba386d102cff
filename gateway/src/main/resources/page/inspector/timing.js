// Where the time of a stream went: spans on one axis, and deltas per second. Pure: frames or metrics in, values out.
//
// Frames tell what the page can see: waiting, thinking, tools, text, phase by phase. Metrics, once the stream has ended, tell what the
// gateway saw of the provider, pass by pass: connection, headers, queue. Both are milliseconds after the same start.

const BINS_MAX = 120;
const BIN_MILLIS = [50, 100, 200, 500, 1000, 2000, 5000, 10_000, 30_000, 60_000];

/** `[{phase, spans: [{kind, from, to}]}]`; what is still going on lasts until `now`. `start` and `now` are times of the gateway. */
export function phasesOf(frames, start, now) {
  const rows = new Map();
  let quietSince = start;
  for (const { type, at, frame } of frames) {
    const phase = Number.isInteger(frame.phase) ? frame.phase : 0;
    if (!rows.has(phase)) {
      rows.set(phase, { phase, spans: [] });
      if (at > quietSince) {
        rows.get(phase).spans.push({ kind: 'wait', from: quietSince - start, to: at - start });
      }
    }
    const { spans } = rows.get(phase);
    const call = frame.call ?? frame.toolCallId;
    const close = (kind, key) => {
      const span = spans.findLast((each) => each.kind === kind && each.to === null && each.key === key);
      if (span !== undefined) {
        span.to = at - start;
      }
    };
    const open = (kind, key) => spans.push({ kind, key, from: at - start, to: null });
    switch (type) {
      case 'thinking_start':
        open('thinking');
        break;
      case 'thinking_end':
        close('thinking');
        break;
      case 'text_start':
        open('text');
        break;
      case 'text_end':
        close('text');
        break;
      case 'tool_call_delta':
        // The provider's own tools run while their call is being reported.
        if (!spans.some((each) => each.key === call)) {
          open(frame.server === true ? 'tool' : 'arguments', call);
        }
        break;
      case 'tool_call_start':
        close('arguments', call);
        if (!spans.some((each) => each.key === call && each.kind === 'tool')) {
          open('tool', call);
        }
        break;
      case 'tool_result':
        close('tool', call);
        break;
    }
    quietSince = at;
  }
  return [...rows.values()].map(({ phase, spans }) => ({ phase, spans: spans.map(({ kind, from, to }) => ({ kind, from, to: to ?? now - start })) }));
}

/** The same for one pass, cut at the milestones that it reached; `offset` is when it began. */
export function anatomyOf(timing, offset) {
  const total = timing?.totalMicros;
  if (!Number.isFinite(total)) {
    return [];
  }
  const known = (name) => Number.isFinite(timing[name]);
  const milestones = [{ at: 0, kind: known('connectMicros') ? 'connect' : known('headersMicros') ? 'headers' : 'wait' }];
  const add = (name, kind) => known(name) && milestones.push({ at: timing[name], kind });
  add('connectMicros', known('headersMicros') ? 'headers' : 'wait');
  add('headersMicros', 'wait');
  add('responseStartMicros', 'queue');
  // A tool of the provider, or reasoning that it keeps to itself: no longer the queue.
  add('firstOutputMicros', 'unseen');
  add('firstThinkingMicros', 'thinking');
  add('firstTextMicros', 'text');
  add('firstToolArgumentMicros', 'arguments');
  add('lastOutputMicros', 'silence');
  milestones.sort((a, b) => a.at - b.at);
  return milestones
    .map(({ at, kind }, index) => ({ kind, from: offset + at / 1000, to: offset + (milestones[index + 1]?.at ?? total) / 1000 }))
    .filter(({ from, to }) => to > from);
}

/** Deltas per second: `{binMillis, thinking: [], text: [], peak}`, from `start` to the last frame. */
export function ratesOf(frames, start) {
  const total = Math.max(1, (frames.at(-1)?.at ?? start) - start);
  const binMillis = BIN_MILLIS.find((width) => total / width <= BINS_MAX) ?? Math.ceil(total / BINS_MAX);
  const bins = Math.floor(total / binMillis) + 1;
  const thinking = new Array(bins).fill(0);
  const text = new Array(bins).fill(0);
  for (const { type, at } of frames) {
    const counts = type === 'thinking_delta' ? thinking : type === 'text_delta' ? text : null;
    if (counts !== null) {
      counts[Math.min(bins - 1, Math.max(0, Math.floor((at - start) / binMillis)))] += 1000 / binMillis;
    }
  }
  return { binMillis, thinking, text, peak: Math.max(0, ...thinking, ...text) };
}

/** Round marks for an axis of this length: at most six steps. */
export function marksOf(millis) {
  const steps = [50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 60_000, 120_000, 300_000, 600_000];
  const step = steps.find((each) => millis / each <= 6) ?? Math.ceil(millis / 6);
  return Array.from({ length: Math.floor(millis / step) + 1 }, (_, index) => index * step);
}
