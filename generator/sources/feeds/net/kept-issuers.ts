/**
 * Keeps the issuers that completed a chain, so that the next night need not fetch them again. A certificate is not
 * trusted because it lies here: it is judged as if it had just been fetched. If the folder is lost, nothing else is.
 */
import { X509Certificate } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder, namesIn, readIfThere } from '../../../kit/files.ts';
import { hashOf } from '../../../wire/words/hash.ts';

/** Three banks need one each. More than this are refuse of years: the folder is emptied, and a night fetches again. */
const FILES_MAX = 50;

export class KeptIssuers {
  constructor(readonly folder: string) {}

  /** Null if nothing is kept of this address, or something that is no certificate. */
  of(url: string): X509Certificate | null {
    const bytes = readIfThere(this.#pathOf(url));
    try {
      return bytes === null ? null : new X509Certificate(bytes);
    } catch {
      return null;
    }
  }

  /** By the addresses that they were fetched from. A file that is cut short is no certificate, and is replaced. */
  keep(issuers: ReadonlyMap<string, X509Certificate>): void {
    if (issuers.size === 0) return;
    if (namesIn(this.folder).length + issuers.size > FILES_MAX) rmSync(this.folder, { recursive: true, force: true });
    makeFolder(this.folder);
    for (const [url, issuer] of issuers) writeFileSync(this.#pathOf(url), issuer.toString());
  }

  #pathOf(url: string): string {
    return join(this.folder, `${hashOf(url).slice(0, 16)}.pem`);
  }
}
