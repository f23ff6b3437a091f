/**
 * The shell commands of the pages for operators, auditors and exporters are run as they stand there, one block after the
 * other. A folder takes the place of the bucket, and recordings that of the banks.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../generator/kit/package.ts';
import { freshFolder, writeLines } from '../support/banks/archives.ts';
import { copied } from '../support/kit/copied.ts';
import { blocksOf, readMarkdown } from '../support/kit/markdown.ts';
import { PROGRAM } from '../support/kit/program.ts';
import { startGateway } from '../support/servers/gateway-process.ts';
import { EMBEDDED, embeddedTree } from '../support/trees/embedded.ts';
import { calm, DAYS, night, recordings } from '../support/trees/nights-by-command.ts';

const replay = recordings(DAYS, calm);
const blockOf = (page: string, place: number) => blocksOf(readMarkdown(`docs/${page}.md`), 'sh')[place] ?? '';

/** A folder as an operator has it after two nights: the archive, the tree, the key and the bucket. */
const operator = freshFolder();
beforeAll(() => {
  spawnSync(process.execPath, [PROGRAM, 'keygen', '--out', join(operator, 'signing.pem')]);
  const disk = { archive: join(operator, '.ratetree', 'archive'), out: join(operator, 'dist') };
  const signed = ['--signing-key', join(operator, 'signing.pem')];
  for (const _ of [1, 2]) expect(night(join(operator, 'bucket'), replay, disk, ...signed).status).toBe(0);
});

function copyOfOperator(): string {
  return copied(operator);
}

/** A folder with the embedded archive and its tree, under the names that the pages use. */
async function embedded(): Promise<string> {
  const dir = freshFolder();
  mkdirSync(join(dir, '.ratetree'));
  symlinkSync(EMBEDDED, join(dir, '.ratetree', 'archive'));
  symlinkSync(await embeddedTree(), join(dir, 'dist'));
  return dir;
}

/** The embedded archive begins in March, and an export of days before is refused. */
const sinceEmbedded = (script: string) => script.replace('--from 2026-01-01', '--from 2026-03-02');

/**
 * Runs the script in the folder; the first command that fails ends it. Trees are made for one base, because those for all
 * of them take most of the time.
 */
function run(script: string, dir: string, env: Readonly<Record<string, string>> = {}) {
  const adapted = script
    .replaceAll('build/scripts/', join(packageRoot(), 'build/scripts/'))
    .replaceAll('s3://rates/public', join(dir, 'bucket'))
    .replaceAll(/ (collect|nightly)\b/g, ` $1 --replay ${replay} --provider ECB`)
    .replaceAll(/ratetree (generate|nightly)\b/g, '$& --bases EUR');
  const words = `ratetree() { ${process.execPath} ${PROGRAM} "$@"; }\n${adapted}`;
  const { RATETREE_SIGNING_KEY: _, RATETREE_ORIGIN: __, ...inherited } = process.env;
  const { status, stdout, stderr } = spawnSync('bash', ['-ec', words], {
    ...{ cwd: dir, encoding: 'utf8', env: { ...inherited, ...env } },
  });
  return { status, stdout, stderr, all: stdout + stderr };
}

describe('docs/operate.md', () => {
  it('leads from nothing to a gateway that answers', async () => {
    const dir = freshFolder();
    const lines = blockOf('operate', 0).trimEnd().split('\n');
    expect(lines.at(-1)).toBe('RATETREE_ORIGIN=dist RATETREE_KEYS=keys.json ratetree serve');
    const made = run(`${lines.slice(0, -1).join('\n')}\n`, dir);
    expect([made.status, existsSync(join(dir, 'dist/v1/status.json'))], made.all).toEqual([0, true]);
    const { says } = startGateway({
      ...{ PATH: process.env.PATH ?? '', PORT: '0', RATETREE_ADMIN_PORT: '0' },
      ...{ RATETREE_ORIGIN: join(dir, 'dist'), RATETREE_KEYS: join(dir, 'keys.json') },
    });
    const [, address = ''] = await says(/gateway at (http:\S+)/);
    const [, key = ''] = /^(\S{20,})$/m.exec(made.stdout) ?? /([\w-]{32,})/.exec(made.stdout) ?? [];
    const answer = await fetch(`${address}/v1/latest?provider=ECB`, { headers: { 'Subscription-Key': key } });
    expect([answer.status, (await answer.text()).slice(0, 17)]).toEqual([200, '{"provider":"ECB"']);
  });

  it('makes a tree in parts on several machines, and publishes it', () => {
    const dir = copyOfOperator();
    const [first = '', last = ''] = blockOf('operate', 1).trimEnd().split('\n');
    const parts = [0, 1, 2].map((part) => first.replace(' 0/3 ', ` ${part}/3 `).replace('parts/0', `parts/${part}`));
    const { status, all } = run([...parts, 'rm -rf bucket', last].join('\n'), dir);
    expect([status, existsSync(join(dir, 'bucket/current.json'))], all).toEqual([0, true]);
  });

  it('shows the status of a folder and of an address', async () => {
    const dir = copyOfOperator();
    const { says } = startGateway({
      ...{ PATH: process.env.PATH ?? '', PORT: '0', RATETREE_ADMIN_PORT: '0' },
      ...{ RATETREE_ORIGIN: join(dir, 'dist'), RATETREE_KEYLESS_PER_MINUTE: '60' },
    });
    const [, address = ''] = await says(/gateway at (http:\S+)/);
    const script = blockOf('operate', 2).replace('https://rates.example/', `${address}/`).replace('ECB,TCMB', 'ECB');
    const { status, stdout, all } = run(script, dir);
    expect([status, stdout.match(/^ECB +\S/gm)?.length], all).toEqual([0, 2]);
  });

  it('compares a tree with rates from elsewhere', () => {
    const dir = copyOfOperator();
    writeFileSync(join(dir, 'mine.csv'), 'date,currency,rate,base\n2026-03-13,USD,1.1,EUR\n');
    const { status, stdout, all } = run(blockOf('operate', 3).replace('FILE', 'mine.csv'), dir);
    expect([status, /1 of 1 rates compared/.test(stdout)], all).toEqual([0, true]);
  });
});

describe('docs/first-week.md', () => {
  it('checks what the sources answer', () => {
    const { status, stdout, all } = run(blockOf('first-week', 0), freshFolder());
    expect([status, /^PROVIDER +ANSWERED +UNDERSTOOD/m.test(stdout), /^ECB +1 of 1/m.test(stdout)], all).toEqual([
      ...[0, true, true],
    ]);
  });

  it('leads from a backfill to a release, and a drill shows that the copy is whole', () => {
    const dir = freshFolder();
    const week = [1, 2, 3].map((place) => blockOf('first-week', place));
    const { status, all } = run(week.join('').replace('nightly releases', '$& --date 2026-03-13'), dir);
    expect(status, all).toBe(0);
    const idIn = (store: string) => JSON.parse(readFileSync(join(dir, store, 'current.json'), 'utf8')).release;
    expect(idIn('drill-store')).toMatch(/^[0-9a-f]{16}$/);
  });
});

describe('docs/publish.md', () => {
  it('leads from nothing to a release that is verified, and back', () => {
    const dir = freshFolder();
    const lines = blockOf('publish', 0).trimEnd().split('\n');
    // One release cannot be taken back: a second night, of another day, makes another one.
    const [keygen = '', nightly = '', ...rest] = lines;
    const on = (date: string) => `${nightly} --date ${date}`;
    const { status, all } = run([keygen, on('2026-03-12'), on('2026-03-13'), ...rest].join('\n'), dir);
    expect(status, all).toBe(0);
    expect(JSON.parse(readFileSync(join(dir, 'bucket', 'current.json'), 'utf8')).hold !== null).toBe(true);
  });
});

describe('docs/not-served.md', () => {
  it('lists, accepts, holds and releases', async () => {
    const dir = freshFolder();
    const archive = join(dir, '.ratetree', 'archive');
    // At a hundred times its price, a figure is in quarantine.
    await writeLines(archive, 'HKMA', ['2025-10-27 PHP/HKD 0.1321', '2025-10-28 PHP/HKD 13.21']);
    await writeLines(archive, 'NBP', ['2026-03-11 CUP/PLN 0.16', '2026-03-11 USD/PLN 3.6']);
    const accepted = run(blockOf('not-served', 0), dir);
    expect([accepted.status, /HKMA\/2025-10-28\/PHP/.test(accepted.stdout)], accepted.all).toEqual([0, true]);
    const redenominated = run(blockOf('not-served', 1), dir);
    expect([redenominated.status, /^undone: UZS /m.test(redenominated.stdout)], redenominated.all).toEqual([0, true]);
    const held = run(blockOf('not-served', 2), dir);
    expect([held.status, /held: NBP\/CUP/.test(held.stdout)], held.all).toEqual([0, true]);
  });
});

describe('docs/cli.md', () => {
  it('completes commands in bash', () => {
    const { status, stdout, all } = run(`${blockOf('cli', 1)}complete -p ratetree`, freshFolder());
    expect([status, /ratetree/.test(stdout)], all).toEqual([0, true]);
  });

  it('exports a file in each format', async () => {
    const dir = await embedded();
    const script = sinceEmbedded(blockOf('cli', 2));
    const { status, all } = run(script, dir);
    expect(status, all).toBe(0);
    const files = [...script.matchAll(/(?:--out|>) (\S+)/g)].map(([, file = '']) => file);
    expect(files.length).toBeGreaterThan(2);
    expect(files.filter((file) => statSync(join(dir, file)).size < 100)).toEqual([]);
  });
});

describe('docs/integrations.md', () => {
  const isThere = spawnSync('hledger', ['--version']).status === 0;

  it.skipIf(!isThere)('values a journal of hledger', async () => {
    const dir = await embedded();
    writeFileSync(join(dir, 'own.journal'), '2026-03-10 till\n  assets  100 USD\n  equity\n');
    const { status, stdout, all } = run(sinceEmbedded(blockOf('integrations', 3)), dir);
    expect([status, /^ +EUR8\d +assets/m.test(stdout)], all).toEqual([0, true]);
  });
});

describe('docs/verify.md', () => {
  it('follows a figure to its document, and makes GLOBAL again with other arithmetic', async () => {
    const dir = await embedded();
    const why = run(blockOf('verify', 5), dir);
    expect([why.status, /https:\/\/www\.ecb\.europa\.eu/.test(why.stdout)], why.all).toEqual([0, true]);
    const again = run(blockOf('verify', 11), dir);
    expect([again.status, /\b0 differ/.test(again.stdout)], again.all).toEqual([0, true]);
  });

  it('writes a document that was kept', () => {
    const dir = copyOfOperator();
    const { status, all } = run(blockOf('verify', 6), dir);
    expect(status, all).toBe(0);
    expect(readFileSync(join(dir, 'ecb.xml'))).toEqual(readFileSync(join(replay, 'ECB', '0.txt')));
  });

  it('makes a past night again', () => {
    const dir = copyOfOperator();
    const seen = readFileSync(join(dir, '.ratetree', 'archive', 'ECB', '2026.csv'), 'utf8');
    expect(seen).toContain('2026-03-13T15:00:00Z');
    const { status, all } = run(blockOf('verify', 10), dir);
    expect([status, existsSync(join(dir, 'past/v1/latest/ECB/EUR.json'))], all).toEqual([0, true]);
  });
});
