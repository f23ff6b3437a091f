/**
 * Where an export is written: standard output, or a file. A file has another name until all of it is on the disk, so
 * that nobody takes a part of it for the whole.
 */
import { realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Writable } from 'node:stream';
import { InputError } from '../../generator/wire/words/input-error.ts';

export interface Output {
  /** Resolves when more may be written. */
  write(piece: string | Buffer): Promise<void>;
  finish(): Promise<void>;
  /** Removes what has been written to a file. It does not wait, so that a program may end right after it. */
  abandon(): void;
}

/** @throws InputError, later, when the reader has gone before the end */
export function toStream(stream: Writable): Output {
  // Each write reports its error itself; without a listener the same error would end the process.
  stream.on('error', () => {});
  return {
    write: (piece) =>
      new Promise((resolve, reject) => {
        stream.write(piece, (error) => {
          if (error == null) resolve();
          else reject('code' in error && error.code === 'EPIPE' ? new InputError(CLOSED, { cause: error }) : error);
        });
      }),
    finish: async () => {},
    abandon: () => {},
  };
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
