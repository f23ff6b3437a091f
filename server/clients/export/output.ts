/**
 * Where an export is written: standard output, or a file. Both get nothing before all of it is there, so that nobody
 * takes a part of it for the whole: until then a file has another name, and what is for standard output is in one that
 * has none.
 */
import { mkdtempSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Writable } from 'node:stream';
import { InputError } from '../../../generator/wire/words/input-error.ts';

export interface Output {
  /** Resolves when more may be written. */
  write(piece: string | Buffer): Promise<void>;
  finish(): Promise<void>;
  /** Removes what has been written to a file. It does not wait, so that a program may end right after it. */
  abandon(): void;
}

/** @throws InputError, at the end, when the reader has gone */
export async function toStream(stream: Writable): Promise<Output> {
  // Each write reports its error itself; without a listener the same error would end the process.
  stream.on('error', () => {});
  const folder = mkdtempSync(join(tmpdir(), 'ratetree-export-'));
  const file = await open(join(folder, 'waiting'), 'w+');
  // What is open can be read without its name, and goes with the process.
  rmSync(folder, { recursive: true });
  return {
    write: (piece) => file.appendFile(piece),
    finish: async () => {
      const pieces = file.createReadStream({ start: 0 });
      for await (const piece of pieces) await written(stream, piece);
    },
    abandon: () => void file.close(),
  };
}

function written(stream: Writable, piece: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(piece, (error) => {
      if (error == null) resolve();
      else reject('code' in error && error.code === 'EPIPE' ? new InputError(CLOSED, { cause: error }) : error);
    });
  });
}

const CLOSED = 'standard output was closed before the export ended: the output is incomplete';

/** @throws InputError if the path cannot be that of a file */
export async function toFile(path: string): Promise<Output> {
  const target = toTarget(path);
  const hidden = join(dirname(target), `.${basename(target)}.${process.pid}.new`);
  const file = await open(hidden, 'w');
  return {
    write: (piece) => file.appendFile(piece),
    finish: async () => {
      await file.sync();
      await file.close();
      renameSync(hidden, target);
    },
    abandon: () => {
      void file.close();
      rmSync(hidden, { force: true });
    },
  };
}

/** What a link leads to is replaced, and not the link. */
function toTarget(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isFile() === true) return realpathSync(path);
  if (found !== undefined) {
    throw new InputError(`--out ${path} is not a regular file: name another one, or omit --out for standard output`);
  }
  if (statSync(dirname(path), { throwIfNoEntry: false })?.isDirectory() === true) return path;
  throw new InputError(`--out ${path}: there is no folder ${dirname(path)}; make it, or name another file`);
}
