/** The class of the provider's licence goes with an export: into files that have a place for it, and to the person. */

import { parquetMetadata } from 'hyparquet';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import type { Asker } from '../../server/clients/ask/answers.ts';
import { treeAsker } from '../../server/clients/ask/asker.ts';
import { EXPORT_FORMATS } from '../../server/clients/export/run.ts';
import { readForms } from '../../server/request/forms/files.ts';
import { exported } from '../support/kit/exported.ts';
import { diskStore } from '../support/servers/stores.ts';
import { stranger } from '../support/servers/stranger.ts';
import { generateLongTree, LONG_NOON_MS } from '../support/trees/long-tree.ts';
import { writeSmallTree } from '../support/trees/small-tree.ts';

const FORMATS = [...EXPORT_FORMATS.keys(), ...readForms().keys()];
const JOURNALS = ['hledger', 'ledger', 'beancount'];
let asker: Asker;
/** Of a tree that has GLOBAL. */
let blended: Asker;
beforeAll(async () => {
  const nowMs = () => Date.parse('2026-03-13T18:00:00Z');
  blended = await treeAsker({ store: diskStore(writeSmallTree()), nowMs, say: () => {} });
  asker = await treeAsker({ store: diskStore(await generateLongTree()), nowMs: () => LONG_NOON_MS, say: () => {} });
});

async function file(format: string, provider: string, from = asker, day = '2025-11-10') {
  const said: string[] = [];
  const question = { provider, currencies: 'USD', from: parseIsoDate(day) };
  const bytes = await exported(from, format, question, { say: (line: string) => void said.push(line) });
  return { bytes, said };
}

/** The facts in the metadata of a Parquet file. */
function factsOf(bytes: Buffer) {
  const { key_value_metadata: facts = [] } = parquetMetadata(new Uint8Array(bytes).buffer);
  return facts.map(({ key, value }) => [key, value]);
}

describe('the class of a licence', () => {
  it.each(FORMATS)('is told to whoever exports figures of a bank as %s', async (format) => {
    for (const code of ['ECB', ' ecb '])
      expect((await file(format, code)).said).toEqual(['class of the licence of ECB: attribution']);
  });

  it.each(JOURNALS)('stands below the title of a journal for %s', async (format) => {
    const lines = `${(await file(format, 'ECB')).bytes}`.split('\n');
    const title = lines.findIndex((line) => line.startsWith('; Exchange rates of ECB'));
    expect(lines[title + 1]).toBe('; Class of the licence: attribution');
    expect(lines.filter((line) => line.includes('licence'))).toHaveLength(1);
  });

  it('stands in the metadata of a Parquet file', async () => {
    expect(factsOf((await file('parquet', 'ECB')).bytes)).toEqual([['licence', 'attribution']]);
  });

  it.each(FORMATS)('is stated neither for GLOBAL nor by a service that states none, as %s', async (format) => {
    const global = await file(format, 'GLOBAL', blended, '2026-03-13');
    const answers = (body: string, status = 200): Asker => ({
      ...asker,
      ask: (url) => (url.includes('status') ? stranger(body, status) : asker).ask(url),
    });
    const refused = '{"message": "no such path", "errorCode": "1404"}';
    const others = [
      await file(format, 'ECB', answers('<html>')),
      await file(format, 'ECB', answers(refused, 404)),
      await file(format, 'ECB', answers('{"providers": [{"provider": "ECB"}]}')),
    ];
    for (const { bytes, said } of [global, ...others]) {
      expect(said).toEqual([]);
      expect(bytes.length).toBeGreaterThan(20);
      expect(bytes.toString('latin1')).not.toContain('licence');
    }
  });
});
