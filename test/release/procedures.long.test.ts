/** Follows the procedures of docs/publish.md and docs/incidents.md to the letter, with a folder in place of the bucket. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../generator/kit/package.ts';
import { readSigner, toPointer } from '../../generator/release/pointer/signing.ts';
import { pointerText } from '../../generator/wire/release/pointer.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { copied } from '../support/kit/copied.ts';
import { PROGRAM } from '../support/kit/program.ts';
import { keyIn } from '../support/trees/manifests.ts';
import { calm, DAYS, night, recordings } from '../support/trees/nights-by-command.ts';
import { listB, PesoNights } from '../support/trees/peso-nights.ts';
import { readTree } from '../support/trees/trees.ts';

const pages = ['publish.md', 'incidents.md'].map((name) => readFileSync(join(packageRoot(), 'docs', name), 'utf8'));
/** The commands below a heading of one of the pages. */
function commandsOf(heading: string): string {
  const [, section = ''] = pages.join('\n## ').split(`### ${heading}\n`);
  const own = section.split('\n## ')[0]?.split('\n### ')[0] ?? '';
  const blocks = [...own.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block);
  expect(blocks.join(''), heading).toContain('ratetree ');
  return blocks.join('');
}

/** A folder with all that a publisher has: the archive, the tree, the key, and the bucket. */
const publisher = freshFolder();
const at = (dir: string, ...path: readonly string[]) => join(dir, ...path);

beforeAll(() => {
  spawnSync(process.execPath, [PROGRAM, 'keygen', '--out', at(publisher, 'signing.pem')]);
  const disk = { archive: at(publisher, 'archive'), out: at(publisher, 'dist') };
  const replay = recordings(DAYS, calm);
  const signed = ['--signing-key', at(publisher, 'signing.pem')];
  for (const _ of [1, 2]) expect(night(at(publisher, 'bucket'), replay, disk, ...signed).status).toBe(0);
});

function copyOfPublisher(): string {
  return copied(publisher);
}

const pointerIn = (dir: string, bucket = 'bucket') => JSON.parse(readFileSync(at(dir, bucket, 'current.json'), 'utf8'));

/** Runs the commands in the folder; the first one that fails ends them. Trees have one base, as that of the publisher. */
function follow(heading: string, dir: string, change = (script: string) => script) {
  const script = change(commandsOf(heading))
    .replaceAll('s3://rates/public', at(dir, 'bucket'))
    .replaceAll('s3://rates/new', at(dir, 'new-bucket'))
    .replaceAll(/ratetree generate\b/g, '$& --bases EUR');
  const { RATETREE_SIGNING_KEY: _, ...env } = process.env;
  const old = JSON.parse(readFileSync(at(publisher, 'bucket', 'current.json'), 'utf8')).key;
  const words = `ratetree() { ${process.execPath} ${PROGRAM} "$@"; }\n${script}`;
  return spawnSync('bash', ['-ec', words], { cwd: dir, encoding: 'utf8', env: { ...env, OLD: old } });
}

describe('a publisher who follows docs/publish.md and docs/incidents.md', () => {
  it('changes the key, and readers with either key or both follow in their time', () => {
    const dir = copyOfPublisher();
    const { key } = pointerIn(dir);
    const { status, stderr, stdout } = follow('To change the key', dir);
    expect(status, stderr + stdout).toBe(0);
    expect(pointerIn(dir)).toMatchObject({ sequence: 3 });
    expect(pointerIn(dir).key).not.toBe(key);
  });

  it('takes a wrong figure back and holds it from its day on, and the night after that has the rest', () => {
    const dir = copyOfPublisher();
    const monday = '2026-03-16';
    const krone = (day: string) => calm('SEK', day).replace('.103', '.9');
    const listOf = (code: string, day: string) => {
      if (day !== monday) return calm(code, day);
      return code === 'SEK' ? krone('2026-03-12') : calm(code, '2026-03-12').replace(/3$/, '7');
    };
    const replay = recordings([...DAYS, monday], listOf);
    const disk = { archive: at(dir, 'archive'), out: at(dir, 'dist') };
    const signed = ['--signing-key', at(dir, 'signing.pem')];
    const publicKrone = () =>
      JSON.parse(readFileSync(at(dir, 'bucket', 'v1', 'latest', 'ECB', 'EUR.json'), 'utf8')).exchangeRates.SEK;
    const right = publicKrone();
    expect(night(at(dir, 'bucket'), replay, disk, '--date', monday, ...signed).status).toBe(0);
    const wrong = publicKrone();
    expect(wrong).not.toBe(right);
    const asHere = (script: string) =>
      script
        .replace('NBP/CUP --from 2026-03-12', `ECB/SEK --from ${monday}`)
        .replace(' nightly ', ` nightly --replay ${replay} --provider ECB --bases EUR --date ${monday} `);
    const back = follow('A wrong figure is public', dir, asHere);
    expect(back.status, back.stderr + back.stdout).toBe(0);
    expect(publicKrone()).toBe(right);
    const lifted = follow('A rollback holds', dir, asHere);
    expect(lifted.status, lifted.stderr + lifted.stdout).toBe(0);
    expect(pointerIn(dir).release).not.toBe(pointerIn(publisher).release);
    expect(publicKrone()).not.toBe(wrong);
  });

  it('asks the gate that has refused, and it names the facts and the flag that lets them pass', async () => {
    const dir = freshFolder();
    const here = { store: at(dir, 'bucket'), disk: { archive: at(dir, 'archive'), out: at(dir, 'dist') } };
    const nights: PesoNights = Object.assign(new PesoNights(), here);
    expect((await nights.run(3, {})).status).toBe(0);
    const refused = await nights.run(4, { nbp: [listB('2026-03-12', 'dollar')] });
    expect(refused.summary.outcome, refused.stderr).toBe('refused');
    const { status, stderr, stdout } = follow('The gate refuses', dir);
    expect(status, stderr + stdout).toBe(3);
    expect(stdout + stderr).toContain(refused.summary.refusals[0]);
    expect(stdout + stderr).toContain('let it pass with: --accept "');
  });

  it('writes damaged objects again', async () => {
    const dir = copyOfPublisher();
    const kept = at(dir, 'bucket', await keyIn(at(dir, 'bucket'), 'v1/status.json'));
    const bytes = readFileSync(kept);
    writeFileSync(kept, 'damaged');
    const { status, stderr, stdout } = follow('Objects are damaged', dir);
    expect([status, readFileSync(kept).equals(bytes)], stderr + stdout).toEqual([0, true]);
  });

  it('signs again by a clock that is right what one that was two days ahead has signed', () => {
    const dir = copyOfPublisher();
    const signer = readSigner(at(dir, 'signing.pem'), {});
    const ahead = new Date(Date.now() + 2 * 86_400_000);
    const signed = pointerText(toPointer({ ...pointerIn(dir), sequence: 3 }, signer, ahead));
    for (const key of ['current.json', at('pointers', '0000000003.json')])
      writeFileSync(at(dir, 'bucket', key), signed);
    const disk = { archive: at(dir, 'archive'), out: at(dir, 'dist') };
    const tonight = () =>
      night(at(dir, 'bucket'), recordings(DAYS, calm), disk, '--signing-key', at(dir, 'signing.pem'));
    const refused = tonight();
    expect([refused.status, refused.summary.error]).toEqual([1, expect.stringMatching(/this machine's clock says/)]);
    const [, named = ''] = /"ratetree repair --sequence (\d+)"/.exec(refused.summary.error) ?? [];
    const { status, stderr, stdout } = follow('The clock was wrong', dir, (script) => script.replace('412', named));
    expect([status, named], stderr + stdout).toEqual([0, '4']);
    expect(pointerIn(dir)).toMatchObject({ sequence: 5, release: pointerIn(publisher).release });
    expect(new Date(pointerIn(dir).time) < ahead).toBe(true);
    expect(tonight().status).toBe(0);
  });

  it.each<[string, (dir: string) => void]>([
    ['gone', (dir) => rmSync(at(dir, 'bucket', 'current.json'))],
    ['damaged', (dir) => writeFileSync(at(dir, 'bucket', 'current.json'), 'x')],
    [
      'an old one',
      (dir) => cpSync(at(dir, 'bucket', 'pointers', '0000000001.json'), at(dir, 'bucket', 'current.json')),
    ],
  ])('has a pointer again if it is %s', (_, lose) => {
    const dir = copyOfPublisher();
    lose(dir);
    const { status, stderr, stdout } = follow('The pointer is gone', dir);
    expect(status, stderr + stdout).toBe(0);
    expect(pointerIn(dir)).toMatchObject({ sequence: 413, release: pointerIn(publisher).release });
  });

  it('fills an empty bucket from the archive alone, above the sequence that readers have seen', () => {
    const dir = copyOfPublisher();
    for (const gone of ['bucket', 'dist']) rmSync(at(dir, gone), { recursive: true });
    mkdirSync(at(dir, 'bucket'));
    const { status, stderr, stdout } = follow('The bucket is gone', dir);
    expect(status, stderr + stdout).toBe(0);
    expect(pointerIn(dir)).toMatchObject({ sequence: 413, key: pointerIn(publisher).key });
    const [was, is] = [readTree(at(publisher, 'bucket')), readTree(at(dir, 'bucket'))];
    const dated = [...was.keys()].filter((key) => key.startsWith('v1/historical/') && key.endsWith('/EUR.csv'));
    expect(dated.length).toBeGreaterThan(5);
    expect(dated.filter((key) => is.get(key) !== was.get(key))).toEqual([]);
  });

  it('leaves a bucket that a thief has written to, under a new key', () => {
    const dir = copyOfPublisher();
    mkdirSync(at(dir, 'new-bucket'));
    const before = readTree(at(dir, 'bucket'));
    const { status, stderr, stdout } = follow('The key is stolen', dir);
    expect(status, stderr + stdout).toBe(0);
    expect(pointerIn(dir, 'new-bucket').sequence).toBe(413);
    expect(pointerIn(dir, 'new-bucket').key).not.toBe(pointerIn(publisher).key);
    expect(readTree(at(dir, 'bucket'))).toEqual(before);
  });
});
