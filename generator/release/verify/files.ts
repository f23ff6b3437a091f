/** Checks every file of a release, or a sample, against the manifest, and looks for other objects beside them. */

import { concurrently } from '../../kit/items.ts';
import type { ListedFile } from '../../kit/known-files.ts';
import { objectsIn } from '../../kit/memory.ts';
import { STABLE_PREFIXES } from '../../wire/answers/page.ts';
import { ARCHIVE, archiveKey, LOG, NOTES, OBJECTS, POINTER_COPIES } from '../../wire/release/keys.ts';
import type { FileEntry } from '../../wire/release/manifest.ts';
import { remembering } from '../../wire/release/manifest-nodes.ts';
import { POINTER_KEY } from '../../wire/release/pointer.ts';
import { Release } from '../../wire/release/release.ts';
import type { CorruptObject } from '../../wire/release/tree-file.ts';
import { hashOf } from '../../wire/words/hash.ts';
import { archiveList } from '../archive/archive-list.ts';
import { below } from '../objects/below.ts';
import { REQUESTS_AT_ONCE } from '../store/store.ts';
import { addressOf, checkFile, checkObject, countingTexts } from './object-check.ts';
import { checkReleaseList, type VerifyOptions, type Wanted } from './pointer.ts';
import type { VerifyFindings } from './report.ts';
import { type Sample, sampledFrom, toPlaces } from './sample.ts';
import type { VerifySource } from './source.ts';

/** Returns the release, or null, and notes a fault, if its root cannot be trusted. */
export async function checkFiles(
  options: VerifyOptions,
  wanted: Wanted,
  findings: VerifyFindings,
): Promise<Release | null> {
  // The root is needed again on the way down, and for a sample the way to each file.
  const texts = remembering(countingTexts(options.source, findings));
  const release = await Release.open(options.source, wanted.root, texts).catch((error) => {
    findings.manifestFault(error);
    return null;
  });
  if (release !== null) await new FileCheck(options, wanted, findings, release).run();
  return release;
}

class FileCheck {
  /** What this release shares with those before it is not read again. */
  readonly #isKept: boolean;

  constructor(
    readonly options: VerifyOptions,
    readonly wanted: Wanted,
    readonly findings: VerifyFindings,
    readonly release: Release,
  ) {
    this.#isKept = wanted.isKept === true;
  }

  async run(): Promise<void> {
    const { sample } = this.options;
    const { counts } = this.findings;
    const before = counts.filesChecked;
    if (!this.#isKept) counts.files = this.release.files;
    const isWhole = sample === null || sample.files >= counts.files;
    await this.#checkAll(isWhole ? this.#allFiles() : this.#sampled(sample), isWhole ? counts.files : sample.files);
    if (this.#isKept) counts.files += counts.filesChecked - before;
    const { through, pointer } = this.wanted;
    // A tree that was not published has no archive and no list of releases.
    if (pointer?.archive === null) return;
    if (through === 'pointer' && pointer !== null) {
      await this.#checkArchive(pointer.archive, isWhole ? null : sample);
      if (!this.#isKept && this.options.withState !== false)
        await this.#checkState(pointer.state, isWhole ? null : sample);
    }
    if (isWhole && through === 'stable') await checkReleaseList(this.options, this.wanted, this.findings);
  }

  async #checkAll(files: AsyncIterable<FileEntry>, total: number): Promise<void> {
    const { options, wanted, findings } = this;
    await concurrently(files, REQUESTS_AT_ONCE, async (entry) => {
      await checkFile((key) => options.source.read(key), wanted.through, entry, findings);
      options.onProgress?.('files', findings.counts.filesChecked, total);
    });
  }

  /** A text that is damaged or missing is noted, and what it lists is left out. */
  async *#allFiles(): AsyncGenerator<FileEntry> {
    const { release, findings, wanted } = this;
    const { walked: seen } = findings;
    const onFault = (fault: CorruptObject) => findings.manifestFault(fault);
    for await (const { path, sha256, bytes } of below([wanted.root], release.texts, { seen, onFault }))
      if (path !== null && bytes !== null) yield { path, sha256, bytes };
  }

  async *#sampled({ files, seed }: Sample): AsyncGenerator<FileEntry> {
    let left = files;
    for (const place of toPlaces(seed, this.release.files)) {
      if (left === 0) return;
      const entry = await this.release.fileAt(place).catch((error) => this.findings.manifestFault(error));
      if (entry && addressOf(this.wanted.through, entry) === null) continue;
      left--;
      if (entry) yield entry;
    }
  }

  /**
   * The pointer names the archive's list. The archive may be kept from the public: over HTTP its absence is not a
   * fault.
   * @param sample null to check every file of it; else as many files, up to 16 MB
   */
  async #checkArchive(hash: string, sample: Sample | null): Promise<void> {
    const { findings } = this;
    const { source } = this.options;
    if (this.#isKept && findings.named.has(archiveKey(hash))) return;
    findings.named.add(archiveKey(hash));
    const bytes = await source.read(archiveKey(hash));
    if (bytes === null && source.list === null) return;
    if (bytes === null) return findings.fault('missing', archiveKey(hash), 'the list of the archive');
    if (hashOf(bytes) !== hash) return findings.fault('bad', archiveKey(hash), `its SHA-256 is ${hashOf(bytes)}`);
    const list = findings.parsed(archiveKey(hash), () => archiveList.parse(JSON.parse(bytes.toString('utf8'))));
    findings.counts.archiveChecked++;
    const files = sample === null ? (list?.files ?? []) : firstOf(sampledFrom(list?.files ?? [], sample));
    const unread = files.filter(([, sha256]) => !this.#isKept || !findings.named.has(archiveKey(sha256)));
    await this.#checkNamed(unread.map(([, sha256, bytes]) => ({ sha256, bytes })));
  }

  /** What the run that made the release has left for the next one. Like the archive it may be kept from the public. */
  async #checkState(index: string | null, sample: Sample | null): Promise<void> {
    const { source } = this.options;
    if (index === null) return;
    const bytes = await source.read(archiveKey(index));
    if (bytes === null && source.list === null) return;
    const below = bytes === null || hashOf(bytes) !== index ? [] : objectsIn(bytes.toString('utf8'));
    const named = sample === null ? below : sampledFrom(below, sample);
    await this.#checkNamed([index, ...named].map((sha256) => ({ sha256, bytes: null })));
  }

  async #checkNamed(named: readonly { readonly sha256: string; readonly bytes: number | null }[]): Promise<void> {
    const { findings } = this;
    await concurrently(named, REQUESTS_AT_ONCE, async (one) => {
      await checkObject((key) => this.options.source.read(key), archiveKey(one.sha256), one, findings);
      findings.counts.archiveChecked++;
    });
  }
}

/**
 * Stable addresses hold only one release; below objects/ older releases may be kept. Beside the addresses lie files of the
 * operator, such as robots.txt and CNAME: they are named, and are a fault only if a browser would run them as the page.
 */
export async function findOthers({ list }: VerifySource, { through }: Wanted, findings: VerifyFindings): Promise<void> {
  if (list === null) return;
  const isStable = through === 'stable';
  for await (const { key } of list(isStable ? '' : OBJECTS)) {
    // No tree has hidden files; some systems leave them in folders.
    if (findings.named.has(key) || /(^|\/)\./.test(key)) continue;
    if (!isStable) findings.other(key);
    else if (isOfStore(key)) continue;
    else if (RUN_BY_BROWSERS.test(key) || STABLE_PREFIXES.some((prefix) => key.startsWith(prefix)))
      findings.fault('extra', key, 'the release has no such file');
    else findings.other(key);
  }
}

const RUN_BY_BROWSERS = /\.(?:x?html?|m?js|css|svg|xml|xslt?|wasm)$/i;

/** Whether the key is of the store itself, and not of the release that its stable addresses show. */
function isOfStore(key: string): boolean {
  return key === POINTER_KEY || OF_STORE.some((prefix) => key.startsWith(prefix));
}
const OF_STORE = [OBJECTS, ARCHIVE, POINTER_COPIES, LOG, NOTES];

/** A year of a bank with many currencies has 0.6 MB: a hundred of them would be 57 MB to fetch each night. */
const SAMPLED_ARCHIVE_BYTES = 16_000_000;

/** The first files, one at least, until they have so many bytes. */
function firstOf(files: readonly ListedFile[]): readonly ListedFile[] {
  let bytes = 0;
  const end = files.findIndex(([, , size], place) => {
    bytes += size;
    return place > 0 && bytes > SAMPLED_ARCHIVE_BYTES;
  });
  return end === -1 ? files : files.slice(0, end);
}
