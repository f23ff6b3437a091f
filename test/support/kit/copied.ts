/** Copies of folders that a test may write to. */
import { execFileSync } from 'node:child_process';
import { freshFolder } from '../banks/archives.ts';

/** A copy in a new folder. Node's cpSync takes six times as long for the hundreds of small files of a tree. */
export function copied(folder: string, into = freshFolder()): string {
  execFileSync('cp', ['-R', `${folder}/.`, into]);
  return into;
}
