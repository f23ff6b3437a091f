/** Checks every file of a release, or a sample, against the manifest, and looks for other objects beside them. */
import { z } from 'zod';
import { concurrently } from '../kit/concurrently.ts';
import { archiveList } from '../release/archive-in-store.ts';
import { readOnce } from '../release/published.ts';
import { hashOf } from '../wire/hash.ts';
import { archiveKey, manifestKey, releaseKey } from '../wire/keys.ts';
import type { FileEntry, RootNode } from '../wire/manifest.ts';
import { checkedReader, type ManifestReader, readRootNode } from '../wire/manifest-nodes.ts';
import { entryAt, filesIn, walk } from '../wire/manifest-walk.ts';
import type { VerifyFindings } from './findings.ts';
import type { VerifyOptions } from './options.ts';
import type { Wanted } from './pointer.ts';
import { type Sample, sampledFrom, toPlaces } from './sample.ts';

type Expected = Pick<FileEntry, 'sha256' | 'bytes'>;

/** Returns the root of the manifest, or null, and notes a fault, if the root cannot be trusted. */
export async function checkFiles(
  options: VerifyOptions,
  wanted: Wanted,
  findings: VerifyFindings,
): Promise<RootNode | null> {
  const check = new FileCheck(options, wanted, findings);
  const root = await check.readRoot();
  if (root !== null) await check.run(root);
  return root;
}

class FileCheck {
  readonly #reader: ManifestReader;

  constructor(
    readonly options: VerifyOptions,
    readonly wanted: Wanted,
    readonly findings: VerifyFindings,
  ) {
    this.#reader = toReader(options, findings);
  }

  async readRoot(): Promise<RootNode | null> {
    const { root, pointer } = this.wanted;
    try {
      const node = await readRootNode(root, this.#reader);
      if (pointer === null || node.release === pointer.release) return node;
      this.findings.fault('bad', manifestKey(root), `it is of release ${node.release}, not ${pointer.release}`);
    } catch (error) {
      this.findings.manifestFault(error);
    }
    return null;
  }

  async run(root: RootNode): Promise<void> {
    const { sample, atOnce, onProgress } = this.options;
    const { counts } = this.findings;
    counts.files = filesIn(root);
    const isWhole = sample === null || sample.files >= counts.files;
    const entries = isWhole
      ? walk(root, this.#reader, (fault) => this.findings.manifestFault(fault))
      : this.#sampled(root, sample);
    await concurrently(entries, atOnce, async (entry) => {
      const key = this.#keyOf(entry);
      if (key === null) return;
      await this.#checkObject(key, entry);
      counts.filesChecked++;
      onProgress?.(counts.filesChecked, isWhole ? counts.files : sample.files);
    });
    if (this.wanted.through === 'pointer') await this.#checkRecord(root);
    if (this.wanted.through === 'pointer') await this.#checkArchive(isWhole ? null : sample);
    if (isWhole) await this.#findOthers();
  }

  /** The key at which the file is read, or null if it has no stable address. */
  #keyOf({ path, release }: FileEntry): string | null {
    if (this.wanted.through === 'pointer') return releaseKey(release, path);
    return path.startsWith('v1/') ? path : null;
  }

  async *#sampled(root: RootNode, { files, seed }: Sample): AsyncGenerator<FileEntry> {
    let left = files;
    for (const place of toPlaces(seed, filesIn(root))) {
      if (left === 0) return;
      const entry = await entryAt(root, place, this.#reader).catch((error) => this.findings.manifestFault(error));
      if (entry && this.#keyOf(entry) === null) continue;
      left--;
      if (entry) yield entry;
    }
  }

  async #checkObject(key: string, { sha256, bytes: size }: Expected): Promise<void> {
    const { findings } = this;
    findings.named.add(key);
    const bytes = await this.options.source.read(key);
    findings.counts.bytesChecked += bytes?.length ?? 0;
    if (bytes === null) findings.fault('missing', key, '');
    else if (bytes.length !== size) findings.fault('bad', key, `${bytes.length} bytes, not ${size}`);
    else if (hashOf(bytes) !== sha256) findings.fault('bad', key, `its SHA-256 is ${hashOf(bytes)}, not ${sha256}`);
  }

  /** The record is not signed: it is the publisher's own note, which a rollback to the release needs. */
  async #checkRecord({ release }: RootNode): Promise<void> {
    const key = releaseKey(release, 'release.json');
    this.findings.named.add(key);
    const bytes = await this.options.source.read(key);
    if (bytes === null) this.findings.fault('missing', key, 'a rollback to this release needs it');
    else this.findings.parsed(key, () => ofRelease(release).parse(JSON.parse(bytes.toString('utf8'))));
  }

  /**
   * The pointer names the archive's list. The archive may be kept from the public: over HTTP its absence is not a
   * fault.
   * @param sample null to check every file of it
   */
  async #checkArchive(sample: Sample | null): Promise<void> {
    const { findings } = this;
    const { source, atOnce } = this.options;
    const hash = this.wanted.pointer?.archive ?? '';
    const bytes = await source.read(archiveKey(hash));
    if (bytes === null && source.list === null) return;
    if (bytes === null) return findings.fault('missing', archiveKey(hash), 'the list of the archive');
    if (hashOf(bytes) !== hash) return findings.fault('bad', archiveKey(hash), `its SHA-256 is ${hashOf(bytes)}`);
    const list = findings.parsed(archiveKey(hash), () => archiveList.parse(JSON.parse(bytes.toString('utf8'))));
    findings.counts.archiveChecked++;
    await concurrently(sampledFrom(list?.files ?? [], sample), atOnce, async ([, sha256, size]) => {
      await this.#checkObject(archiveKey(sha256), { sha256, bytes: size });
      findings.counts.archiveChecked++;
    });
  }

  /** Stable addresses hold only one release; below releases/ and manifests/ older releases may be kept. */
  async #findOthers(): Promise<void> {
    const { list } = this.options.source;
    if (list === null) return;
    const isStable = this.wanted.through === 'stable';
    for (const prefix of isStable ? ['v1/'] : ['manifests/', 'releases/']) {
      for await (const { key } of list(prefix)) {
        if (this.findings.named.has(key)) continue;
        if (isStable) this.findings.fault('extra', key, 'the release has no such file');
        else this.findings.others.push(key);
      }
    }
  }
}

const ofRelease = (release: string) => z.object({ release: z.literal(release) });

/** Counts texts. For a sample it also keeps them, because each file is reached from the root. */
function toReader({ source, sample }: VerifyOptions, findings: VerifyFindings): ManifestReader {
  const checked = checkedReader((sha256) => source.read(manifestKey(sha256)));
  const read = async (sha256: string) => {
    findings.named.add(manifestKey(sha256));
    const text = await checked.read(sha256);
    findings.counts.manifestsChecked++;
    return text;
  };
  return sample === null ? { read } : readOnce(read);
}
