/** How a release is named to people, in every message: an id alone says neither which is newer nor of which night. */

interface NamedRelease {
  readonly release: string;
  readonly sequence: number;
  /** UTC instant. */
  readonly time: string;
}

/** `release 450816d4f5cf2f19 (sequence 12, 2026-11-21T22:10:04Z)` */
export function releaseWords({ release, sequence, time }: NamedRelease): string {
  return `release ${release} (sequence ${sequence}, ${time})`;
}
