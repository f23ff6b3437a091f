/** What the log says of a release: one line. */
import { toSize } from './bytes.ts';

export interface LoggedRelease {
  readonly release: string;
  /** The sequence and the instant under which it was first published. */
  readonly sequence: number;
  readonly time: string;
  /** SHA-256 of the root of its manifest. */
  readonly root: string;
}

const FORMAT = 'ratetree-release-1';
const LINE = /^ratetree-release-1 ([0-9a-f]{16}) ([1-9]\d{0,14}) (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ) ([0-9a-f]{64})\n$/;

export function leafText({ release, sequence, time, root }: LoggedRelease): string {
  return `${FORMAT} ${release} ${sequence} ${time} ${root}\n`;
}

/** Null if the text is not the line of a release. */
export function parseLeaf(text: string): LoggedRelease | null {
  const [, release, sequence = '', time = '', root = ''] = LINE.exec(text) ?? [];
  return release === undefined ? null : { release, sequence: toSize(sequence), time, root };
}
