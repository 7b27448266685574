// The passes over a text, each of which tells the page what it found as soon as it is known.

import * as utfkit from '../utfkit/src/index.js';
import { runJob } from '../utfkit/src/judge.js';
import { piecesOf, throttled } from './stream.js';

/** The number of bytes whose encoding is found first, so that a large text is shown at once. */
const HEAD = 1 << 18;

/** The maximum numbers of errors, and of hidden and odd characters, that the page lists. */
const ERRORS = 10_000;
const SEEN = 10_000;

/** The maximum number of fixes that the page lists, and that a patch has. */
const FIXES = 100_000;

/** Hidden characters are searched in larger texts only if the user asks. */
const AUDITED = 16 << 20;

/** The encodings whose bytes are repaired. Others would be mistaken for damaged UTF-8. */
const isRepairable = (encoding) => encoding === 'utf-8' || encoding === 'us-ascii';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Returns bytes as text. Those that are not UTF-8 are hexadecimal digits. */
function readable(bytes) {
  let text = '';
  for (let at = 0; at < bytes.length;) {
    const rest = bytes.subarray(at);
    const finding = utfkit.validate(rest);
    text += decoder.decode(rest.subarray(0, finding?.offset ?? rest.length));
    if (!finding) break;
    const bad = rest.subarray(finding.offset, finding.offset + finding.length);
    text += `‹${Array.from(bad, (byte) => byte.toString(16).toUpperCase()).join(' ')}›`;
    at += finding.offset + finding.length;
  }
  return text.replaceAll('›‹', ' ');
}

/** Returns a fix with texts instead of bytes, which the page shows. */
function shownFix({ bytes, becomes, ...fix }) {
  return { ...fix, before: readable(bytes), after: readable(becomes) };
}

/** Sends lists to the page in parts, because a large message would block it. */
function sender(emit, key) {
  return (list) => {
    for (let at = 0; at < list.length; at += 1000) emit({ [key]: list.slice(at, at + 1000) });
  };
}

/** Finds the encoding. A large text is judged by its head first. */
async function detect(blob, emit, passed, signal) {
  if (blob.size > 2 * HEAD) {
    const detection = await utfkit.detect(blob.slice(0, HEAD), { partial: true, signal });
    // The rest of a binary file does not matter.
    if (detection.verdict === 'binary') return found({ ...detection, bytes: blob.size }, emit);
    if (detection.encoding) emit({ detection, isPartial: true });
  }
  const judged = await utfkit.detect(piecesOf(blob), { onProgress: passed('Reading'), signal });
  return found(judged, emit);
}

function found(detection, emit) {
  emit({ detection });
  return detection;
}

/** Finds the errors. */
async function check(blob, encoding, emit, passed, signal) {
  const { findings, ...report } = await utfkit.check(piecesOf(blob), {
    encoding,
    limit: ERRORS,
    onProgress: passed('Checking'),
    signal,
  });
  sender(emit, 'errors')(findings.map(({ context, ...error }) => error));
  emit({ report });
  return report;
}

/** Finds the fixes, without applying them. The list of all is for the patch. */
export async function findFixes(blob, emit, passed, signal) {
  const found = { fixes: [], fixCount: 0, choices: [], choiceCount: 0 };
  let fixes = [];
  let choices = [];
  let sent = performance.now();
  const send = () => {
    if (fixes.length > 0) sender(emit, 'fixes')(fixes);
    if (choices.length > 0) sender(emit, 'choices')(choices);
    emit({ fixCount: found.fixCount, choiceCount: found.choiceCount });
    fixes = [];
    choices = [];
    sent = performance.now();
  };
  const options = { job: 'repair', onProgress: passed('Looking for mojibake'), signal };
  await runJob(options, piecesOf(blob), (_, lines) => {
    for (const { fix, ambiguous } of lines) {
      if (fix && found.fixCount++ < FIXES) {
        found.fixes.push(fix);
        fixes.push(shownFix(fix));
      }
      if (ambiguous && found.choiceCount++ < FIXES) {
        const { bytes, ...choice } = ambiguous;
        found.choices.push(ambiguous);
        choices.push({ ...choice, before: readable(bytes) });
      }
    }
    if (performance.now() - sent > 300) send();
  });
  send();
  return found;
}

/** Returns a function that creates the listeners of passes. */
function passesOf(blob, emit) {
  return (doing) => {
    const progress = throttled((part) => emit({ doing, part }));
    return (bytes) => progress(bytes / Math.max(1, blob.size));
  };
}

/** Finds hidden and odd characters. */
export async function audit({ blob, encoding }, emit, signal) {
  const { total, observations } = await utfkit.audit(piecesOf(blob), {
    encoding,
    limit: SEEN,
    onProgress: passesOf(blob, emit)('Looking for hidden text'),
    signal,
  });
  sender(emit, 'seen')(observations.map(({ context, ...one }) => one));
  emit({ seenCount: total });
}

/**
 * Judges a text in passes. `wanted` is the encoding that the user chose. The events have parts of the
 * results, and `doing` with `part` while a pass works. Returns the fixes, which the worker keeps.
 */
export async function analyze({ blob, wanted, detection }, emit, signal) {
  const passed = passesOf(blob, emit);
  const known = detection ?? (await detect(blob, emit, passed, signal));
  const encoding = wanted ?? known.encoding ?? 'utf-8';
  if (!wanted && known.verdict === 'binary') {
    emit({ report: { errors: 0, binary: true, remarks: [] } });
    return undefined;
  }
  const report = await check(blob, encoding, emit, passed, signal);
  if ((!wanted && report.binary) || blob.size === 0) return undefined;
  const found = isRepairable(encoding) ? await findFixes(blob, emit, passed, signal) : undefined;
  emit({ isRepairDone: true });
  if (blob.size <= AUDITED) await audit({ blob, encoding }, emit, signal);
  else emit({ isAuditOpen: true });
  return found;
}
