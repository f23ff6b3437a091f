/**
 * Remembers the ETag and Last-Modified of a provider's newest documents, so that the next run asks only whether they
 * have changed: some are whole archives of several megabytes. The list is `validators.txt` beside the figures of the
 * provider. It is not part of the archive and is never published; if it is lost, the documents are fetched once more.
 */
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { noneIfMissing, replaceFile } from '../../kit/files.ts';
import { readVersion } from '../../kit/package.ts';
import { toIsoDate } from '../../wire/words/calendar.ts';
import { hashOf } from '../../wire/words/hash.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import type { Received } from '../feeds/delivery.ts';
import type { FeedRequest, Span } from '../feeds/provider.ts';
import type { Validators } from '../feeds/request.ts';

interface Remembered extends Validators {
  /** The first and the last day that the document stated when it was read. */
  readonly since: IsoDate;
  readonly until: IsoDate;
}

export class NewestDocuments {
  private constructor(
    readonly path: string,
    readonly version: string,
    readonly known: Map<string, Remembered>,
  ) {}

  /**
   * Forgets what another version of the program read, because it may have read the same bytes differently. Also forgets
   * a document whose last day is not in the archive: the archive was then restored from an older copy.
   */
  static async open(archiveDir: string, provider: string, newest: IsoDate | null): Promise<NewestDocuments> {
    const path = join(archiveDir, provider, 'validators.txt');
    const text = (await readFile(path, 'utf8').catch(noneIfMissing)) ?? '';
    const documents = new NewestDocuments(path, readVersion(), new Map());
    for (const line of text.split('\n')) {
      const [version, name = '', first = '', last = '', etag = '', modified = ''] = line.split(' ');
      const [since, until] = [toIsoDate(first), toIsoDate(last)];
      if (version !== documents.version || since === null || until === null || newest === null || until > newest)
        continue;
      documents.known.set(name, { since, until, etag: decoded(etag), lastModified: decoded(modified) });
    }
    return documents;
  }

  validatorsOf(request: FeedRequest): Validators | null {
    return this.known.get(nameOf(request)) ?? null;
  }

  /** The first day that the document stated, or null if it is not known. */
  sinceOf(request: FeedRequest): IsoDate | null {
    return this.known.get(nameOf(request))?.since ?? null;
  }

  /** To be called when the figures of the document are in the archive on disk. */
  async keep({ answer }: Received, { from: since, to: until }: Span): Promise<void> {
    const { request, validators } = answer;
    const isNamed = validators !== undefined && `${validators.etag}${validators.lastModified}` !== '';
    if (!isNamed || request.method !== 'GET') return;
    this.known.set(nameOf(request), { ...validators, since, until });
    const lines = [...this.known].map(([name, one]) =>
      [
        this.version,
        name,
        one.since,
        one.until,
        encodeURIComponent(one.etag),
        encodeURIComponent(one.lastModified),
      ].join(' '),
    );
    await mkdir(dirname(this.path), { recursive: true });
    await replaceFile(this.path, `${lines.sort().join('\n')}\n`);
  }
}

/** By the hash of the address, which may hold a key. */
function nameOf({ url }: FeedRequest): string {
  return hashOf(url).slice(0, 16);
}

/** A line that was edited or cut short costs one download. */
const decoded = (text: string) => (/^(%[0-7][0-9A-F]|[^%])*$/.test(text) ? decodeURIComponent(text) : '');
