/**
 * Remembers the highest signed sequence that a gateway has taken, and of which store: a file with a line that an operator
 * can change, `12 4f0c9d1e7a3b5c28`. The number alone is enough.
 */
import { readFile } from 'node:fs/promises';
import { noneIfMissing, replaceFile } from '../../generator/kit/files.ts';
import { toPathFault } from '../../generator/kit/path-fault.ts';
import { parseSequence } from '../../generator/wire/release/pointer.ts';
import { InputError, messageOf } from '../../generator/wire/words/input-error.ts';
import { type Bounds, type Taken, UNBOUNDED } from './store.ts';

interface BoundsOptions extends Pick<Bounds, 'takesExpired'> {
  /** Holds what was taken; null to remember nothing. */
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
  const before = await readTaken(file);
  try {
    await writeTaken(file, before);
  } catch (cause) {
    throw new InputError(
      `RATETREE_SEQUENCE_FILE names ${file}, which cannot be written: ${toPathFault(cause) ?? messageOf(cause)}`,
      { cause },
    );
  }
  let noted = before;
  const note = async ({ sequence, store }: Taken) => {
    if (sequence <= noted.sequence && noted.store !== null) return;
    try {
      const kept = await readTaken(file);
      const taken = { sequence: sequence > kept.sequence ? sequence : kept.sequence, store };
      if (taken.sequence > kept.sequence || kept.store === null) await writeTaken(file, taken);
      noted = { sequence, store };
    } catch (error) {
      // A full disk must not stop the answers: the next pointer tries again.
      say(`sequence ${sequence} not remembered: ${messageOf(error)}`);
    }
  };
  const { sequence: sequenceMin, store } = before;
  return { sequenceMin, store, where: file, takesExpired, nowMs: Date.now, note };
}

interface Kept {
  readonly sequence: number;
  /** Null in a file that an operator wrote. */
  readonly store: string | null;
}

/** @throws InputError */
async function readTaken(file: string): Promise<Kept> {
  const text = await readFile(file, 'utf8').catch(noneIfMissing).catch(refuse(file));
  if (text === null) return { sequence: 0, store: null };
  const [, digits, store = null] = /^(\d+)(?: ([0-9a-f]{16}))?\n?$/.exec(text) ?? [];
  const sequence = digits === undefined ? null : parseSequence(digits);
  if (sequence !== null) return { sequence, store };
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

function writeTaken(file: string, { sequence, store }: Kept): Promise<void> {
  return replaceFile(file, store === null ? `${sequence}\n` : `${sequence} ${store}\n`);
}
