/**
 * `v1/releases.csv`: the releases that a store holds, oldest first. It lies among the copies at the stable addresses and
 * is no part of a release, because a tree that listed its own releases would never be the same two nights running. It
 * is a note of the publisher that nobody has signed; the root of each release leads to files that can be checked.
 */
import { z } from 'zod';

export interface ListedRelease {
  readonly release: string;
  /** Under which it was published first; it orders releases. */
  readonly sequence: number;
  /** When it was published first, a UTC instant. */
  readonly time: string;
  /** Of its newest fixing in force. */
  readonly date: string;
  /** By which its GLOBAL was made; '' where that was not noted. */
  readonly method: string;
  /** SHA-256 of the root of its manifest. */
  readonly root: string;
}

interface ReleaseList {
  /** Oldest first. */
  readonly releases: readonly ListedRelease[];
  /** Null if none of them is. */
  readonly inForce: string | null;
}

const HEADER = 'release,sequence,time,date,method,root,inForce';
const whole = z.coerce.number<string>().int();
const LINE =
  /^([0-9a-f]{16}),([1-9]\d{0,15}),(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ),(\d{4}-\d\d-\d\d),([\w.-]*),([0-9a-f]{64}),(true|false)$/;

/** Those of a century of nights. Of each a pointer is read. */
const RELEASES_MAX = 50_000;

export function releaseListText(releases: readonly ListedRelease[], inForce: string): string {
  const lines = releases
    .toSorted((one, other) => one.sequence - other.sequence)
    .map(({ release, sequence, time, date, method, root }) =>
      [release, sequence, time, date, method, root, release === inForce].join(),
    );
  return [HEADER, ...lines, ''].join('\r\n');
}

/** Null for a text that is cut off or has another form. */
export function parseReleaseList(text: string): ReleaseList | null {
  const [header, ...lines] = text.split('\r\n');
  if (header !== HEADER || lines.pop() !== '' || lines.length > RELEASES_MAX) return null;
  const releases: ListedRelease[] = [];
  let inForce: string | null = null;
  for (const line of lines) {
    const [, release, sequence = '', time = '', date = '', method = '', root = '', isInForce] = LINE.exec(line) ?? [];
    if (release === undefined) return null;
    releases.push({ release, sequence: whole.parse(sequence), time, date, method, root });
    if (isInForce === 'true') inForce = release;
  }
  return { releases, inForce };
}
