/** What `ratetree export` writes, without a process. */
import type { Asker } from '../../../server/clients/ask/answers.ts';
import type { Output } from '../../../server/clients/export/output.ts';
import { EXPORT_FORMATS, inForm, runExport } from '../../../server/clients/export/run.ts';
import type { ExportQuestion } from '../../../server/clients/export/series-asker.ts';
import { readForms } from '../../../server/request/forms/files.ts';

export interface InMemory extends Output {
  readonly bytes: () => Buffer;
}

export function inMemory(): InMemory {
  const pieces: Buffer[] = [];
  return {
    write: async (piece) => void pieces.push(Buffer.from(piece)),
    finish: async () => {},
    abandon: () => void pieces.splice(0),
    bytes: () => Buffer.concat(pieces),
  };
}

type More = Partial<Parameters<typeof runExport>[0]>;

/** What --format or --template names. */
function formatOf(name: string) {
  const form = readForms().get(name);
  const format = form === undefined ? EXPORT_FORMATS.get(name) : inForm(form);
  if (format === undefined) throw new TypeError(`no format ${name}`);
  return format;
}

/** The bytes of the file. @param format of --format, or a template @param more other surroundings than a quiet world */
export async function exported(
  asker: Asker,
  format: string,
  question: ExportQuestion,
  more: More = {},
): Promise<Buffer> {
  const output = inMemory();
  const world = { open: async () => output, progress: null, say: () => {} };
  await runExport({ asker, format: formatOf(format), question, ...world, ...more });
  return output.bytes();
}
