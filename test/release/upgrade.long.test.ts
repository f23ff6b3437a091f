/** An archive, a tree and a store that an older version made, built from history, and this version going on with them. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../generator/kit/package.ts';
import { parseTrustedKeys } from '../../generator/wire/release/pointer.ts';
import { folderObjects } from '../../server/trees/disk.ts';
import { ReleaseStore } from '../../server/trees/release.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { record } from '../support/banks/recorded-bank.ts';
import { programIn } from '../support/kit/program.ts';
import { runProgram } from '../support/kit/run-program.ts';
import { type GatewayUnderTest, gatewayOver } from '../support/servers/gateway.ts';
import { buildVersion, historyHas } from '../support/trees/old-version.ts';
import { readTree, releaseIn } from '../support/trees/trees.ts';

const VERSIONS = [
  ['0.1.0', '767e5db'],
  ['0.2.0', '7610de8'],
] as const;

/** Banks in the embedded archives of both older versions. None is silent by the first night, or its gate would ask. */
const BANKS = ['BNR', 'CNB', 'ECB', 'TCMB'];
/** The ECB's lists that the older version's night collects, and the first night of this version. */
const [OLD_DAY, NEW_DAY] = ['2026-03-16', '2026-03-17'];

const ECB_ON_THE_13TH = '/v1/historical?date=2026-03-13&provider=ECB';
const QUESTIONS = [
  '/v1/currencies',
  '/v1/providers',
  '/v1/latest',
  '/v1/latest?base=CHF&decimals=4',
  '/v1/latest?provider=CNB&extended=true&format=xml',
  ECB_ON_THE_13TH,
  '/v1/historical?date=2026-03-11&base=JPY&format=csv',
  '/v1/convert?amount=10&base=PLN&to=USD&date=2026-03-12',
  '/v1/series?from=2026-03-09&to=2026-03-16&currencies=USD',
  '/v2/rates?from=2026-03-09&quotes=USD',
];

interface Disk {
  readonly archive: string;
  readonly out: string;
}

const newDisk = (): Disk => ({ archive: join(freshFolder(), 'archive'), out: join(freshFolder(), 'dist') });

/** Runs the program of that folder, as an operator does. This version's own need not be started anew each time. */
function run(root: string, ...words: readonly string[]) {
  const cwd = freshFolder();
  const started = () => spawnSync(process.execPath, [programIn(root), ...words], { cwd, encoding: 'utf8' });
  const ran = root === packageRoot() ? runProgram(words, { cwd }) : started();
  return { status: ran.status, said: ran.stdout + ran.stderr, lastLine: ran.stdout.trimEnd().split('\n').at(-1) ?? '' };
}

/** A folder with the ECB's list of that day, which states the figures that the archive has for the 13th. */
async function recordingOf(day: string, archive: string): Promise<string> {
  const rows = readFileSync(join(archive, 'ECB', '2026.csv'), 'utf8').split('\n');
  const cubes = rows
    .map((row) => row.split(','))
    .filter(([date]) => date === '2026-03-13')
    .map(([, , currency, , , rate]) => `<Cube currency='${currency}' rate='${rate}'/>`);
  const body = `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
<Cube><Cube time='${day}'>${cubes.join('')}</Cube></Cube></gesmes:Envelope>`;
  const folder = freshFolder();
  const url = 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml';
  await record(folder, 'ECB', [{ url, body, recordedAt: `${day}T15:00:00Z` }]);
  return folder;
}

describe.each(VERSIONS)('what version %s left', { timeout: 240_000 }, (version, commit) => {
  const isThere = historyHas(commit, `an upgrade from version ${version}`);
  const test = it.skipIf(!isThere);
  const [disk, otherDisk] = [newDisk(), newDisk()];
  const [store, otherStore] = [freshFolder(), freshFolder()];
  const key = join(freshFolder(), 'signing.pem');
  let recordings = '';
  let gateway: GatewayUnderTest;

  const ratetree = (...words: readonly string[]) => run(packageRoot(), ...words);
  const flags = (day: string, { archive, out }: Disk) => [
    '--archive',
    archive,
    '--out',
    out,
    '--date',
    day,
    '--bases',
    'EUR,USD',
    '--history-bases',
    'EUR',
  ];
  const night = (root: string, into: string, day: string, on: Disk, ...more: readonly string[]) => {
    const words = ['nightly', into, '--replay', recordings, '--provider', 'ECB', '--signing-key', key, ...more];
    const { status, said, lastLine } = run(root, ...words, ...flags(day, on));
    expect(status, said).toBe(0);
    return JSON.parse(lastLine);
  };
  const expectGood = (into: string, ...more: readonly string[]) => {
    const { status, said } = ratetree('verify', into, '--public-key', `${key}.pub`, ...more);
    expect(status, said).toBe(0);
  };
  const expectAnswers = async () => {
    expect(await gateway.catalogue.refresh()).toBe(true);
    expect(gateway.catalogue.unreadable).toBeNull();
    for (const question of QUESTIONS) expect(await gateway.ask(question), question).toMatchObject({ status: 200 });
    expect((await gateway.ask(ECB_ON_THE_13TH)).text).toContain('"USD":1.1476');
  };

  beforeAll(async () => {
    if (!isThere) return;
    const old = buildVersion(commit);
    mkdirSync(disk.archive);
    const embedded = join(old, 'data', 'archive');
    for (const bank of BANKS) cpSync(join(embedded, bank), join(disk.archive, bank), { recursive: true });
    run(old, 'keygen', '--out', key);
    recordings = await recordingOf(OLD_DAY, embedded);
    night(old, store, OLD_DAY, disk);
    recordings = await recordingOf(NEW_DAY, embedded);
    cpSync(store, otherStore, { recursive: true });
  }, 240_000);

  test('is good to verify, and answers as it did', async () => {
    expectGood(store);
    const trusted = parseTrustedKeys([readFileSync(`${key}.pub`, 'utf8')]);
    gateway = await gatewayOver(new ReleaseStore(folderObjects(store), trusted));
    await expectAnswers();
  });

  test('is rewritten once, by one command, and answers the same', async () => {
    for (const one of [store, otherStore]) {
      expect(ratetree('repair', one, '--convert', '--signing-key', key)).toMatchObject({ status: 0 });
      expectGood(one);
      expectGood(one, '--stable');
    }
    await expectAnswers();
  });

  test('is a tree that is named, with what rewrites it, until it is rewritten', () => {
    const refused = ratetree('generate', ...flags(NEW_DAY, disk));
    expect([refused.status, refused.said]).toEqual([1, expect.stringContaining(`repair ${disk.out} --convert`)]);
    const { status, said } = ratetree('repair', disk.out, '--convert');
    expect(status, said).toBe(0);
  });

  test('goes on with a night in its place, under the next sequence', async () => {
    const { checked, restored, published } = night(packageRoot(), store, NEW_DAY, disk);
    expect({ left: checked.left, restored, ...published }).toMatchObject({
      left: [],
      restored: 0,
      sequence: 3,
      isNew: true,
    });
    expectGood(store);
    expectGood(store, '--stable');
    await expectAnswers();
    expect(await gateway.ask('/v1/latest?provider=ECB')).toMatchObject({ text: expect.stringContaining(NEW_DAY) });
  });

  test('becomes the tree that the archive alone makes', () => {
    const fresh = { ...disk, out: join(freshFolder(), 'dist') };
    const { status, said } = ratetree('generate', ...flags(NEW_DAY, fresh));
    expect(status, said).toBe(0);
    const [made, inPlace] = [readTree(fresh.out), readTree(disk.out)];
    expect([...inPlace.keys()]).toEqual([...made.keys()]);
    expect([...made].filter(([path, text]) => inPlace.get(path) !== text)).toEqual([]);
  });

  test('goes on in the same way on a machine with an empty disk', () => {
    const { restored, published } = night(packageRoot(), otherStore, NEW_DAY, otherDisk);
    expect(restored).toBeGreaterThan(BANKS.length);
    expect(published).toMatchObject({ sequence: 3, isNew: true });
    expectGood(otherStore);
    expect(releaseIn(otherDisk.out)).toBe(releaseIn(disk.out));
  });

  test('answers again after a rollback, and may be deleted after the next night', async () => {
    expect(ratetree('rollback', store, '--signing-key', key)).toMatchObject({ status: 0 });
    expectGood(store);
    await expectAnswers();
    expect(await gateway.ask('/v1/latest?provider=ECB')).toMatchObject({ text: expect.stringContaining(OLD_DAY) });
    night(packageRoot(), store, NEW_DAY, disk, '--lift-hold', '--keep', '1');
    expectGood(store);
    expectGood(store, '--stable');
    await expectAnswers();
  });
});
