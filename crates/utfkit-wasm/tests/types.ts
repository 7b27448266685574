// Uses every part of the interface. The compiler checks the types; nothing runs.

import * as utfkit from 'utfkit';

const bytes = new Uint8Array(8);
const finding: utfkit.Finding | null = utfkit.validate(bytes, 'utf-8', { labelSet: 'iana' });
const isValid: boolean = utfkit.isValid(bytes.buffer);
const units: Uint16Array = utfkit.toUtf16(bytes, { fatal: true });
const length: number = utfkit.utf16Length(bytes);

// The classes can be used in place of those of the platform.
const decoder: { readonly encoding: string; decode(input?: Uint8Array): string } =
  new utfkit.TextDecoder('utf-7', { labelSet: 'iana', fatal: true });
const encoder: Pick<TextEncoder, 'encoding' | 'encodeInto'> = new utfkit.TextEncoder();
const text: ReadableStream<string> = new Blob([bytes])
  .stream()
  .pipeThrough(new utfkit.RepairStream({ modifiedUtf8: true }))
  .pipeThrough(new utfkit.ConvertStream('windows-1252', 'utf-8', { errors: 'replace' }))
  .pipeThrough(new utfkit.TextDecoderStream());

async function judge(file: File): Promise<void> {
  const report: utfkit.Report = await utfkit.check(file, { receiver: 'xml', limit: 10 });
  const hint: string | undefined = report.findings[0]?.hint ?? undefined;
  const detection: utfkit.Detection = await utfkit.detect(file.stream(), { partial: true });
  const { observations } = await utfkit.audit(file, { allow: 'bidi' });
  const repaired: utfkit.Repaired = await utfkit.repair(file, { mixed: 'windows-1252' });
  const undone: Uint8Array = repaired.undo();
  const cells: utfkit.Cell[] = await utfkit.inspect(undone, { offset: 1, order: 'little' });
  const character: utfkit.Character = await utfkit.character('€');
  const converted: Uint8Array = await utfkit.convert(file, 'utf-8', 'utf-16', { bom: 'add' });
  const names: string[] = await utfkit.encodings();
  const labels: Record<string, string> = await utfkit.labels('whatwg');
  console.log(hint, detection, observations, cells, character, converted, names, labels);
  console.log(await utfkit.kinds(), utfkit.simd, await utfkit.load());
}

// The bytes of results fit the platform.
void utfkit.convert(bytes, 'utf-8').then((result) => new Blob([result]));

// @ts-expect-error a policy that does not exist
void utfkit.convert(bytes, 'utf-8', 'utf-8', { errors: 'guess' });
// @ts-expect-error strings are not bytes
utfkit.isValid('text');

console.log(finding, isValid, units, length, decoder, encoder, text, judge);
