// A turn as the page shows it: the fold of its lifecycle frames into pieces, in the order in which they appear.
//
// A piece is one of
//   thinking {phase, text, status, startedAt, millis}          millis is null while the model thinks
//   text     {phase, text, finish, repaired, gaps}             finish is null while text arrives; gaps: [{at, message}], where something may be missing
//   tool     {call, callId, name, arguments, server, state, status, output, outputLength, error, fields}
//            state: writing, running, ok, failed, lost; status: the provider's word for where it is
//   search   {data}
//   artifact {title, mediaType, content}
//   image    {mediaType, content}
//   warning  {code, message}
//   note     {message}                                         a try that came to nothing, another model that goes on
//   error    {code, message, retryable}

export function newTurn() {
  return { pieces: [], last: 0, ended: false };
}

/** Applies the frame with this number and returns the pieces that it made or changed. */
export function applyFrame(turn, number, frame) {
  turn.last = number;
  const fold = FOLDS[frame.type];
  const changed = fold === undefined ? null : fold(turn, frame);
  return changed === null || changed === undefined ? [] : [changed];
}

/** The stream is done: what is still open will no longer be closed by a frame. Returns the pieces this changed. */
export function endTurn(turn) {
  turn.ended = true;
  const open = turn.pieces.filter((piece) => piece.kind === 'tool' && isOpen(piece));
  open.forEach((piece) => (piece.state = 'lost'));
  return open;
}

const FOLDS = {
  thinking_start: (turn, frame) => add(turn, { kind: 'thinking', phase: frame.phase, text: '', status: '', startedAt: frame.timestamp, millis: null }),
  thinking_delta: (turn, frame) => change(turn, 'thinking', frame, (piece) => (piece.text += (frame.newPart === true ? '\n\n' : '') + string(frame.content))),
  status: (turn, frame) => change(turn, 'thinking', frame, (piece) => (piece.status = string(frame.description))),
  thinking_end: (turn, frame) => change(turn, 'thinking', frame, (piece) => (piece.millis = Number(frame.duration_ms) || 0)),
  text_start: (turn, frame) => add(turn, { kind: 'text', phase: frame.phase, text: '', finish: null, repaired: false, gaps: [] }),
  text_delta: (turn, frame) => change(turn, 'text', frame, (piece) => (piece.text += string(frame.content))),
  text_end: (turn, frame) => change(turn, 'text', frame, (piece) => (piece.finish = string(frame.finish_reason))),
  text_repair: (turn, frame) => repair(turn, { ...frame, phase: frame.of ?? frame.phase }),
  warning: (turn, frame) => warn(turn, frame),
  failed_try: (turn, frame) => add(turn, { kind: 'note', message: string(frame.message) }),
  seam: (turn, frame) => add(turn, { kind: 'note', message: string(frame.message) }),
  tool_call_delta: (turn, frame) => {
    const piece = toolOf(turn, frame) ?? addTool(turn, frame);
    piece.arguments += string(frame.content);
    return piece;
  },
  tool_call_start: (turn, frame) => {
    const piece = toolOf(turn, frame) ?? addTool(turn, frame);
    piece.arguments = string(frame.arguments);
    piece.state = frame.cut === true ? 'lost' : 'running';
    return piece;
  },
  tool_progress: (turn, frame) => {
    const piece = toolOf(turn, frame);
    if (piece !== undefined) {
      piece.status = string(frame.status);
    }
    return piece;
  },
  tool_result: (turn, frame) => {
    const piece = toolOf(turn, frame);
    if (piece !== undefined) {
      piece.state = frame.success === true ? 'ok' : 'failed';
      piece.output = string(frame.output);
      piece.outputLength = Number(frame.outputLength) || piece.output.length;
      piece.error = string(frame.error);
      piece.fields = ownFields(frame, ['toolCallId', 'toolName', 'call', 'success', 'server', 'output', 'outputLength', 'error']);
    }
    return piece;
  },
  web_search: (turn, frame) => add(turn, { kind: 'search', data: frame.data }),
  artifact_complete: (turn, frame) =>
    add(turn, {
      kind: 'artifact',
      title: string(frame.title) || 'Artifact',
      mediaType: string(frame.mediaType) || 'text/plain',
      content: typeof frame.content === 'string' ? frame.content : JSON.stringify(ownFields(frame, []), null, 2),
    }),
  image_complete: (turn, frame) => add(turn, { kind: 'image', mediaType: string(frame.mediaType), content: string(frame.content) }),
  error: (turn, frame) => add(turn, { kind: 'error', code: string(frame.code), message: string(frame.message), retryable: frame.retryable === true }),
};

function add(turn, piece) {
  turn.pieces.push(piece);
  return piece;
}

function addTool(turn, frame) {
  return add(turn, {
    kind: 'tool',
    call: frame.call ?? null,
    callId: string(frame.toolCallId),
    name: string(frame.toolName),
    arguments: '',
    server: frame.server === true,
    state: 'writing',
    status: '',
    output: '',
    outputLength: 0,
    error: '',
    fields: null,
  });
}

/** The call that a frame is about: by its number, and in streams that have none by its id. */
function toolOf(turn, frame) {
  const isIt = Number.isInteger(frame.call) ? (piece) => piece.call === frame.call : (piece) => piece.callId === frame.toolCallId && isOpen(piece);
  return turn.pieces.findLast((piece) => piece.kind === 'tool' && isIt(piece));
}

function isOpen(piece) {
  return piece.state === 'writing' || piece.state === 'running';
}

function change(turn, kind, frame, update) {
  const piece = turn.pieces.findLast((each) => each.kind === kind && each.phase === frame.phase);
  if (piece !== undefined) {
    update(piece);
  }
  return piece;
}

/** Text that was lost on its way has come after all. */
function repair(turn, frame) {
  return change(turn, 'text', frame, (piece) => {
    piece.text = piece.text.slice(0, frame.from) + string(frame.content) + piece.text.slice(frame.from + frame.length);
    piece.repaired = true;
  });
}

/** What is wrong with a text is shown at its place; everything else stands by itself. */
function warn(turn, frame) {
  const { place } = frame;
  const gap = { at: place?.at, message: string(frame.message) };
  const piece = Number.isInteger(gap.at) ? change(turn, 'text', place, (text) => text.gaps.push(gap)) : undefined;
  return piece ?? add(turn, { kind: 'warning', code: string(frame.code), message: gap.message });
}

/** What a tool added to the fields that every such frame has. */
function ownFields(frame, known) {
  const fields = Object.entries(frame).filter(([name]) => !['type', 'phase', 'timestamp', ...known].includes(name));
  return fields.length === 0 ? null : Object.fromEntries(fields);
}

function string(value) {
  return typeof value === 'string' ? value : '';
}

/** The answer as text, for the clipboard. */
export function answerOf(turn) {
  return turn.pieces
    .filter((piece) => piece.kind === 'text')
    .map((piece) => piece.text)
    .join('\n\n');
}
