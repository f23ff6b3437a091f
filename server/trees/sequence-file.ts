/** Remembers the highest signed sequence that a gateway has taken: a file with one number, which an operator can change. */
import { readFile } from 'node:fs/promises';
import { noneIfMissing, replaceFile } from '../../generator/kit/files.ts';
import { toPathFault } from '../../generator/kit/path-fault.ts';
import { parseSequence } from '../../generator/wire/release/pointer.ts';
import { InputError, messageOf } from '../../generator/wire/words/input-error.ts';
import { type Bounds, UNBOUNDED } from './store.ts';

interface BoundsOptions extends Pick<Bounds, 'takesExpired'> {
  /** Holds the highest sequence that was taken, as a number in decimal digits; null to remember none. */
  readonly file: string | null;
  /** Tells the operator one line. */
  readonly say: (line: string) => void;
}

/**
 * Reads the file, and writes it again, so that a folder that cannot be written is found at the start.
 * @throws InputError naming a file that is damaged or cannot be written, and the way out
 */
export async function openBounds({ file, takesExpired, say }: BoundsOptions): Promise<Bounds> {
  if (file === null) return { ...UNBOUNDED, takesExpired };
  const sequenceMin = await readSequence(file);
  try {
    await writeSequence(file, sequenceMin);
  } catch (cause) {
    throw new InputError(
      `RATETREE_SEQUENCE_FILE names ${file}, which cannot be written: ${toPathFault(cause) ?? messageOf(cause)}`,
      { cause },
    );
  }
  let noted = sequenceMin;
  const note = async (sequence: number) => {
    if (sequence <= noted) return;
    try {
      const kept = await readSequence(file);
      if (sequence > kept) await writeSequence(file, sequence);
      noted = sequence;
    } catch (error) {
      // A full disk must not stop the answers: the next pointer tries again.
      say(`sequence ${sequence} not remembered: ${messageOf(error)}`);
    }
  };
  return { sequenceMin, where: file, takesExpired, nowMs: Date.now, note };
}

/** @throws InputError */
async function readSequence(file: string): Promise<number> {
  const text = await readFile(file, 'utf8').catch(noneIfMissing).catch(refuse(file));
  if (text === null) return 0;
  const sequence = parseSequence(text);
  if (sequence !== null) return sequence;
  throw new InputError(
    `RATETREE_SEQUENCE_FILE names ${file}, which is damaged: it holds ${JSON.stringify(text.slice(0, 40))}, not the ` +
      'highest sequence that was served; write that number into it ("ratetree status TARGET" names the one in force)',
  );
}

function refuse(file: string) {
  return (cause: unknown): never => {
    throw new InputError(
      `RATETREE_SEQUENCE_FILE names ${file}, which cannot be read: ${toPathFault(cause) ?? messageOf(cause)}`,
      { cause },
    );
  };
}

function writeSequence(file: string, sequence: number): Promise<void> {
  return replaceFile(file, `${sequence}\n`);
}
