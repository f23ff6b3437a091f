/** docs/verify.md, "On the record": a figure's proof, checked without its store, and the log, against a checkpoint kept. */

import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseCheckpoint, parseNoteKey } from '../../generator/release/log/note.ts';
import { parseWitness, type Trust } from '../../generator/release/log/witness.ts';
import { type Asked, LATEST } from '../../generator/release/proof/make.ts';
import { parseProof } from '../../generator/release/proof/proof.ts';
import { prune } from '../../generator/release/publish/prune.ts';
import { checkProof } from '../../generator/release/verify/check-proof.ts';
import { checkLog } from '../../generator/release/verify/log.ts';
import { toProof } from '../../generator/release/verify/prove.ts';
import { folderSource } from '../../generator/release/verify/source.ts';
import { currencyCode, isoDate, providerCode } from '../../generator/wire/words/schemas.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { copied } from '../support/kit/copied.ts';
import { blocksOf, readMarkdown } from '../support/kit/markdown.ts';
import { pathWithRatetree } from '../support/kit/on-path.ts';
import { runProgram } from '../support/kit/run-program.ts';
import { withMlDsa } from '../support/log/ml-dsa.ts';
import { startWitness, type TestWitness } from '../support/servers/witness.ts';
import { LOG, makeNights, NOW, ORIGIN, openTestStore, publishLogged, readLogOf } from '../support/trees/logged.ts';
import { newKeys } from '../support/trees/release-pair.ts';
import { dailyLines, generateFrom } from '../support/trees/trees.ts';

const keys = newKeys();
const DAY_MS = 86_400_000;
const raw = Buffer.from(keys.signer?.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32) ?? []);
const ECB = { provider: providerCode.parse('ECB'), date: isoDate.parse('2026-03-10'), currency: 'USD' };
let [dir, proof, early] = ['', '', ''];
let witness: TestWitness;
const trust = () => ({ trusted: keys.trusted, witnesses: [parseNoteKey(witness.vkey)], quorum: 1 });

beforeAll(async () => {
  const nights = await makeNights('2026-03-10', '2026-03-11', '2026-03-13');
  const store = await openTestStore();
  dir = store.name;
  witness = await startWitness('w.example', new Map([[ORIGIN, raw]]));
  const log = { ...LOG, witnesses: [parseWitness(witness.flag)], quorum: 1 };
  for (const [place, night] of nights.entries()) {
    const now = () => new Date(NOW.getTime() - (2 - place) * DAY_MS);
    await publishLogged(store, keys, night, { log, now });
    if (place === 0) early = readFileSync(join(dir, 'log/checkpoint'), 'utf8');
  }
  proof = await toProof(folderSource(dir), ECB);
});

/** As `ratetree verify` reads its file. */
const checked = async (text: string, trusting: Trust) => checkProof(parseProof(text), trusting);
const spoilt = (change: (parsed: Record<string, unknown>) => void) => {
  const parsed = JSON.parse(proof);
  change(parsed);
  return JSON.stringify(parsed);
};
const figureOf = (text: string) => JSON.parse(JSON.parse(text).answer[1]).exchangeRates.USD;

describe('the proof of a figure', () => {
  it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty', 'valueOf'])(
    'proves nothing of a currency by the name of %s, which every object has',
    async (currency) => {
      const renamed = proof.replace('"currency": "USD"', `"currency": "${currency}"`);
      expect(renamed).not.toBe(proof);
      await expect(checked(renamed, trust())).rejects.toThrow(`there is no figure of ${currency}`);
    },
  );

  it('without a key is whole, and nobody knows who signed it', () => {
    const file = join(freshFolder(), 'usd.proof');
    writeFileSync(file, proof);
    const { status, stdout } = runProgram(['verify', file]);
    expect(stdout).toContain('whole, but nobody knows who signed it: give --public-key');
    expect([status, stdout.includes('all good')]).toEqual([0, false]);
    const publicKey = join(freshFolder(), 'ratetree.pub');
    writeFileSync(publicKey, keys.pem);
    expect(runProgram(['verify', file, '--public-key', publicKey]).stdout).toContain('all good');
  });

  it('that is not there is no folder that is missing', () => {
    const { status, stderr } = runProgram(['verify', 'missing.proof']);
    expect([status, stderr]).toEqual([1, expect.stringContaining('missing.proof: there is no such file')]);
  });

  it('says the figure, the release, its place in the log, and who has signed, from the file alone', async () => {
    const { lines, faults } = await checked(proof, trust());
    expect(faults).toEqual([]);
    expect(lines[0]).toBe(`ECB of 2026-03-10: 1 EUR = ${figureOf(proof)} USD`);
    expect(lines[1]).toMatch(/^in release [0-9a-f]{16} \(sequence 3, 2026-03-14T/);
    expect(lines[2]).toBe(
      `entry 2 of the 3 of the log ${ORIGIN}: signed by the publisher; witness w.example at 2026-03-14T14:53:20Z`,
    );
    expect(lines[3]).toMatch(/^the document is not in the proof: /);
    const global = await toProof(folderSource(dir), { ...ECB, provider: providerCode.parse('GLOBAL') });
    expect((await checked(global, trust())).lines[3]).toBe('no document of one bank');
  });

  it('has the document that the bank sent, if it is kept', async () => {
    const { provenance } = JSON.parse(proof);
    const { figures, documents } = JSON.parse(provenance);
    const cell = (table: { columns: string[]; rows: string[][] }, name: string, row = 0) =>
      table.rows[row]?.[table.columns.indexOf(name)] ?? '';
    const place = figures.rows.findIndex((row: string[]) => row[figures.columns.indexOf('currency')] === 'USD');
    const seen = cell(figures, 'seen', place);
    const sha256 = cell(documents, 'sha256');
    const file = join(copied(dir), 'archive/documents', seen.slice(0, 10), 'ECB', `${sha256}.gz`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, gzipSync('other words'));
    const own = file.slice(0, file.indexOf('archive/documents'));
    const withOther = await toProof(folderSource(own), ECB);
    expect(JSON.parse(withOther).document).not.toBe(null);
    await expect(checked(withOther, trust())).rejects.toThrow('is not that of the release');
  });

  it.each<[string, (parsed: Record<string, unknown>) => void, RegExp]>([
    [
      'the figure',
      (one) => put(one, 'answer', (value: [string, string]) => [value[0], value[1].replace('USD":', 'USD":1')]),
      /is not what/,
    ],
    [
      'another day',
      (one) => put(one, 'date', () => '2026-03-09'),
      /is not what the release states for ECB of 2026-03-09/,
    ],
    ['another bank', (one) => put(one, 'provider', () => 'NBP'), /is not what the release states for NBP/],
    ['a text of the manifest', (one) => put(one, 'texts', (value: string[]) => value.slice(1)), /is missing/],
    ['the provenance', (one) => put(one, 'provenance', (value: string) => `${value} `), /provenance is not that/],
    [
      'the place',
      (one) => put(one, 'log', (value: string) => value.replace('index 2', 'index 1')),
      /does not lead from entry 1/,
    ],
    ['the entry', (one) => put(one, 'log', (value: string) => value.replace('extra cm', 'extra cn')), /does not lead/],
    ['the form', (one) => put(one, 'format', () => 'ratetree-proof-9'), /it is not a proof/],
  ])('is refused with another %s', async (_, change, words) => {
    await expect(checked(spoilt(change), trust())).rejects.toThrow(words);
  });

  it('is not believed without the signature of the key, or of as many witnesses', async () => {
    const stranger = await checked(proof, { ...trust(), trusted: newKeys().trusted });
    expect(stranger.faults).toEqual(['the checkpoint is not signed by a key that was given']);
    const two = await checked(proof, { ...trust(), quorum: 2 });
    expect(two.faults).toEqual(['1 of the witnesses have signed, and 2 must']);
    const none = await checked(proof, { trusted: null, witnesses: [], quorum: 0 });
    expect(none.lines[2]).toContain('no public key was given, so nothing proves who signed');
  });

  it('can be of an older release, by its id or by the day by whose end it was published, and of the newest day', async () => {
    const { leaves } = await readLogOf(await openTestStore(dir));
    const ids = leaves.map((leaf) => leaf.split(' ')[1] ?? '');
    const newest: Asked = { ...ECB, date: LATEST };
    const linesOf = async (...asked: Parameters<typeof toProof>) =>
      (await checked(await toProof(...asked), trust())).lines;
    const source = folderSource(dir);
    for (const [release, position, date] of [
      [null, 2, '2026-03-13'],
      [ids[1] ?? '', 1, '2026-03-11'],
      ['2026-03-13', 1, '2026-03-11'],
      ['2026-03-12', 0, '2026-03-10'],
      ['2026-12-31', 2, '2026-03-13'],
    ] as const) {
      const [figure, where, entry] = await linesOf(source, newest, release);
      expect(figure).toContain(`ECB of ${date}: 1 EUR = `);
      expect(where).toContain(`in release ${ids[position]} `);
      expect(entry).toMatch(new RegExp(`^entry ${position} of the 3 of the log`));
    }
    const global = await linesOf(source, { ...newest, provider: providerCode.parse('GLOBAL') }, ids[0] ?? '');
    expect(global[0]).toMatch(/^GLOBAL of 2026-03-10: 1 EUR = /);
  });

  it.each<[string, Asked, string | null, string]>([
    ['a currency that has no figure', { ...ECB, currency: 'XXX' }, null, 'there is no figure of XXX'],
    [
      'a day without a fixing',
      { ...ECB, date: isoDate.parse('2026-03-14') },
      null,
      'has no fixing of ECB for 2026-03-14: ask for a day that it has, or for latest',
    ],
    ['a bank that is not there', { ...ECB, provider: providerCode.parse('NBP') }, null, 'has no fixing of NBP for'],
    [
      'the newest day of such a bank',
      { ...ECB, provider: providerCode.parse('NBP'), date: LATEST },
      null,
      'has no latest answer of NBP',
    ],
    [
      'an unknown release',
      ECB,
      '00'.repeat(8),
      '--release 0000000000000000: the log has no such release; it begins with',
    ],
    [
      'a day before the log',
      ECB,
      '2026-03-11',
      '--release 2026-03-11: the log has nothing so old; it begins with release',
    ],
  ])('is not made of %s', async (_, asked, release, words) => {
    await expect(toProof(folderSource(dir), asked, release)).rejects.toThrow(words);
  });

  it('is not made without the log, nor of a release that was deleted', async () => {
    const bare = copied(dir);
    await prune(await openTestStore(bare), { signer: null }, 1, () => {});
    await expect(toProof(folderSource(bare), ECB)).resolves.toBe(proof);
    await expect(toProof(folderSource(bare), ECB, '2026-03-12')).rejects.toThrow(
      /--release [0-9a-f]{16}: the store has deleted it; choose one that v1\/releases\.csv lists/,
    );
    rmSync(join(bare, 'log'), { recursive: true });
    await expect(toProof(folderSource(bare), ECB)).rejects.toThrow('log/checkpoint is missing');
  });

  it('says what to generate for a day that the tree leaves to be computed', async () => {
    const [night] = await makeNights('2026-03-13');
    const store = await openTestStore();
    const bases = new Set([currencyCode.parse('USD')]);
    const since = isoDate.parse('2026-03-12');
    const lines = dailyLines('2026-03-09', '2026-03-13');
    const tree = freshFolder();
    await generateFrom({ ECB: lines }, tree, { bases, historyBases: bases, since });
    await publishLogged(store, keys, { archive: night?.archive ?? '', tree });
    await expect(toProof(folderSource(store.name), ECB)).rejects.toThrow(
      'has no dated file of ECB for 2026-03-10; they begin at 2026-03-12, and no release that is kept has it: ' +
        'generate it with --since 2026-03-10 or without --since',
    );
    const global = { ...ECB, provider: providerCode.parse('GLOBAL') };
    await expect(toProof(folderSource(store.name), global)).rejects.toThrow(/ and with EUR among --history-bases$/);
  });
});

describe('the proof of a day that the tree in force leaves to be computed', () => {
  it('names the newest release that has it, as long as one is kept', async () => {
    const store = await openTestStore(copied(dir));
    const [night] = await makeNights('2026-03-16');
    const tree = freshFolder();
    const bases = new Set([currencyCode.parse('EUR')]);
    const since = isoDate.parse('2026-03-12');
    const lines = { ECB: dailyLines('2025-12-22', '2026-03-16') };
    await generateFrom(lines, tree, { bases, historyBases: bases, since, date: isoDate.parse('2026-03-16') });
    await publishLogged(store, keys, { archive: night?.archive ?? '', tree });
    const source = folderSource(store.name);
    const words =
      /has no dated file of ECB for 2026-03-10; they begin at 2026-03-12: prove it with --release (\w{16}), of /;
    const fault = await toProof(source, ECB).catch(({ message }: Error) => message);
    expect(fault).toMatch(words);
    const [, id = ''] = words.exec(fault) ?? [];
    expect(id).toBe((await readLogOf(store)).leaves[2]?.split(' ')[1]);
    expect((await checked(await toProof(source, ECB, id), trust())).lines[0]).toContain('ECB of 2026-03-10: 1 EUR = ');
    await prune(store, { signer: null }, 1, () => {});
    await expect(toProof(source, ECB)).rejects.toThrow(
      /begin at 2026-03-12, and no release that is kept has it: generate/,
    );
  });
});

function put<Value>(parsed: Record<string, unknown>, name: string, change: (value: Value) => unknown): void {
  Object.assign(parsed, { [name]: change(parsed[name] as Value) });
}

describe('verify --log', () => {
  it('checks every entry and tile, and that it goes on from a checkpoint that was kept', async () => {
    const report = await checkLog(folderSource(dir), trust(), parseCheckpoint(early));
    expect(report).toMatchObject({ faults: [], position: 2, checkpoint: { size: 3 } });
  });

  it('passes over signatures of a type that it does not know, as the proof and the next publication do', async () => {
    const own = copied(dir);
    const file = join(own, 'log/checkpoint');
    const note = withMlDsa(readFileSync(file, 'utf8'), ORIGIN, 'w.example');
    rmSync(file);
    writeFileSync(file, note);
    const report = await checkLog(folderSource(own), trust(), parseCheckpoint(early));
    expect(report).toMatchObject({ faults: [], position: 2, signers: expect.stringContaining('witness w.example at') });
    const more = await toProof(folderSource(own), ECB);
    expect(JSON.parse(more).log).toContain(note);
    expect(await checked(more, trust())).toEqual(await checked(proof, trust()));
    const [, , , next] = await makeNights('2026-03-10', '2026-03-11', '2026-03-12', '2026-03-16');
    if (next !== undefined) await publishLogged(await openTestStore(own), keys, next);
    expect((await checkLog(folderSource(own), { ...trust(), quorum: 0 }, parseCheckpoint(note))).faults).toEqual([]);
  });

  it('finds a log that was written anew under the same name and key', async () => {
    const [, second] = await makeNights('2026-03-11', '2026-03-12');
    const store = await openTestStore();
    if (second !== undefined) await publishLogged(store, keys, second);
    const own = { ...trust(), witnesses: [], quorum: 0 };
    expect((await checkLog(folderSource(store.name), own, null)).faults).toEqual([]);
    const kept = parseCheckpoint(early);
    expect((await checkLog(folderSource(store.name), own, kept)).faults).toEqual([
      'the log was rewritten: its first 1 entries are not those of the checkpoint kept',
    ]);
  });

  it.each<[string, string, RegExp]>([
    ['a tile', 'log/tile/0/000.p/3', /log\/tile\/0\/000\.p\/3 is missing/],
    ['the entries', 'log/tile/entries/000.p/3', /is missing: "ratetree repair" writes it again if it can/],
    ['the checkpoint', 'log/checkpoint', /there is no log, or it is hidden/],
  ])('finds that %s is missing', async (_, key, words) => {
    const own = copied(dir);
    rmSync(join(own, key));
    const { faults } = await checkLog(folderSource(own), trust(), null);
    expect(faults.join()).toMatch(words);
  });

  it('does not ask for more entries than a log can have', async () => {
    const own = copied(dir);
    const file = join(own, 'log/checkpoint');
    writeFileSync(file, readFileSync(file, 'utf8').replace('\n3\n', '\n999999999\n'));
    const { faults } = await checkLog(folderSource(own), trust(), null);
    expect(faults.join()).toContain('the checkpoint states 999999999 entries; at most 1000000 are read');
  });

  it('is a command, as is the proof, and both are on the page', () => {
    const folder = freshFolder();
    writeFileSync(join(folder, 'ratetree.pub'), keys.pem);
    writeFileSync(join(folder, 'kept.txt'), early);
    const [block = ''] = blocksOf(readMarkdown('docs/verify.md'), 'sh').filter((one) => one.includes('ratetree prove'));
    const script = block.replaceAll('https://rates.example', dir);
    const env = { ...process.env, PATH: pathWithRatetree() };
    const { status, stdout, stderr } = spawnSync('bash', ['-ec', script], { cwd: folder, env, encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('it goes on from the kept checkpoint of 1 entry\nall good\nwritten to ECB-2026-03-13-USD');
    expect(stdout.trimEnd()).toMatch(/all good$/);
    expect(parseCheckpoint(readFileSync(join(folder, 'kept.txt'), 'utf8')).size).toBe(3);
    const file = join(folder, 'ECB-2026-03-13-USD.proof');
    const asked = ['verify', file, '--public-key', join(folder, 'ratetree.pub')];
    expect(runProgram([...asked, '--witness', witness.vkey]).status).toBe(0);
    expect(runProgram([...asked, '--witness-quorum', '1']).status).toBe(1);
    const prove = ['prove', 'ECB', 'latest', 'USD', '--from', dir, '--out', join(folder, 'old.proof')];
    expect(runProgram([...prove, '--release', '2026-03-12']).status).toBe(0);
    const old = runProgram(['verify', join(folder, 'old.proof'), '--public-key', join(folder, 'ratetree.pub')]);
    expect(old.stdout).toContain('ECB of 2026-03-10: 1 EUR = ');
    expect(runProgram([...prove, '--release', 'last']).stderr).toContain('the 16 digits of a release');
  });
});
