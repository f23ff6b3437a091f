/** The report of a verification: an object for a program, and lines for a person. */

import type { TreePath } from '../../wire/answers/paths.ts';
import type { Pointer } from '../../wire/release/pointer.ts';
import { CorruptObject } from '../../wire/release/tree-file.ts';
import { KeySet } from '../objects/below.ts';
import { inOneLine, releaseWords } from '../pointer/published.ts';

export interface VerifyFault {
  /**
   * `refused`: the pointer cannot be trusted, so nothing below it was checked. `unreadable`: the file is as it was
   * published, and no gateway can answer from a release that has it.
   */
  readonly kind: 'refused' | 'bad' | 'missing' | 'extra' | 'unreadable';
  readonly key: string;
  /** The path of the file in the tree; absent if the object is not such a file. */
  readonly path?: TreePath;
  readonly why: string;
}

/** How a fault is named to people: an object's key alone does not say which file it is. */
export function placeOf({ key, path }: Pick<VerifyFault, 'key' | 'path'>): string {
  return path === undefined || path === key ? key : `${path} (${key})`;
}

interface VerifyCounts {
  /** Files in the release. */
  readonly files: number;
  readonly filesChecked: number;
  readonly bytesChecked: number;
  readonly manifestsChecked: number;
  readonly archiveChecked: number;
}

export interface VerifyReport {
  readonly target: string;
  /** Where files were read: below `objects/`, at the stable addresses, or as answers of a gateway. */
  readonly through: 'pointer' | 'stable' | 'gateway';
  readonly release: string | null;
  readonly pointer: Pointer | null;
  /** The id of the trusted key that signed, or null if nothing proves who made the release. */
  readonly key: string | null;
  /** The seed of the sample, or null if everything was checked. */
  readonly seed: string | null;
  /** The ids of the other releases that were checked because the store keeps them; null if they were not asked for. */
  readonly kept: readonly string[] | null;
  readonly counts: VerifyCounts;
  readonly faults: readonly VerifyFault[];
  /** Objects that this release does not name and that may belong to another release: the first thousand of them. */
  readonly others: readonly string[];
  readonly othersCount: number;
  readonly notes: readonly string[];
}

export function isGood({ faults }: VerifyReport): boolean {
  return faults.length === 0;
}

export function verifyLines(report: VerifyReport): readonly string[] {
  const { target, faults, othersCount, notes } = report;
  const named = faults.map((fault) => `${fault.kind} ${placeOf(fault)}${fault.why === '' ? '' : `: ${fault.why}`}`);
  const rest = othersCount === 0 ? [] : [`${othersCount} objects ${belonging(report)}: ${shown(report)}`];
  const good = report.key === null ? 'whole, but nothing proves who made it' : 'good';
  const verdict = isGood(report) ? good : `NOT GOOD: ${faults.length} fault${faults.length === 1 ? '' : 's'}`;
  return [
    `${target}: ${THROUGH[report.through]}`,
    ...pointerLines(report),
    ...(report.kept === null ? [] : [`and ${report.kept.length} other releases that are kept`]),
    ...named,
    ...notes,
    ...rest,
    counted(report),
    verdict,
  ];
}

/** What may be said of objects that the release does not name. */
function belonging({ through, kept }: VerifyReport): string {
  if (through === 'stable') return 'at the root are not of this store, perhaps your own';
  return kept === null
    ? 'do not belong to this release, perhaps to an older one that is kept'
    : 'belong to no release that is kept, perhaps to one that is being published';
}

const THROUGH = {
  pointer: 'files of the release that the pointer names',
  stable: 'copies at the stable addresses v1/',
  gateway: 'answers of a gateway, by the release that its pointer names',
} as const satisfies Record<VerifyReport['through'], string>;

function pointerLines({ pointer, release, key }: VerifyReport): readonly string[] {
  const proof =
    key === null
      ? 'nothing proves who made this: hashes only show that the files belong together'
      : `signed by trusted key ${key}`;
  if (pointer === null) return [...(release === null ? [] : [`release ${release}`]), proof];
  return [`${releaseWords(pointer)}, valid until ${pointer.expires}`, proof];
}

function counted({ counts, seed }: VerifyReport): string {
  const { files, filesChecked, bytesChecked, manifestsChecked, archiveChecked } = counts;
  const whole = `checked ${filesChecked} of ${files} files (${bytesChecked} bytes), ${manifestsChecked} manifests`;
  const archive = archiveChecked === 0 ? '' : `, ${archiveChecked} objects of the archive`;
  return `${whole}${archive}${seed === null ? '' : `; repeat this sample with --seed ${seed}`}`;
}

const SHOWN_MAX = 5;

function shown({ others, othersCount }: VerifyReport): string {
  const more = othersCount - SHOWN_MAX;
  return others.slice(0, SHOWN_MAX).join(', ') + (more > 0 ? `, and ${more} more` : '');
}

// What a verification has found so far: each faulty object once, and how much was checked.

const OTHERS_NAMED_MAX = 1000;

export class VerifyFindings {
  /** The first objects that the release does not name and that may belong to another release, and how many there are. */
  readonly others: string[] = [];
  othersCount = 0;
  /** Objects that the release names. */
  readonly named = new KeySet();
  /** What the walk through the manifests of this and other releases has come by. */
  readonly walked = new KeySet();
  readonly counts = { files: 0, filesChecked: 0, bytesChecked: 0, manifestsChecked: 0, archiveChecked: 0 };
  readonly #faults = new Map<string, VerifyFault>();

  get faults(): readonly VerifyFault[] {
    return [...this.#faults.values()];
  }

  /** Of a release whose every file is new, the release before has a million others. */
  other(key: string): void {
    if (++this.othersCount <= OTHERS_NAMED_MAX) this.others.push(key);
  }

  fault(kind: VerifyFault['kind'], key: string, why: string, path?: TreePath): void {
    if (!this.#faults.has(key)) this.#faults.set(key, { kind, key, ...(path !== undefined && { path }), why });
  }

  /** Notes a fault of a manifest text, and throws any other error again. */
  manifestFault(error: unknown): void {
    if (!(error instanceof CorruptObject)) throw error;
    this.fault(error.kind, error.key, error.kind === 'bad' ? error.message : '');
  }

  /** Returns the parsed object, or null, and notes a fault, if it cannot be parsed. */
  parsed<Value>(key: string, parse: () => Value, kind: VerifyFault['kind'] = 'bad'): Value | null {
    try {
      return parse();
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      this.fault(kind, key, inOneLine(error));
      return null;
    }
  }
}
