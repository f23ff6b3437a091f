/** The files of the page: in the tree, behind the gateway without a key, and small. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readSite } from '../../generator/site/files.ts';
import { changed, hrefOf, readAddress, takeKey } from '../../generator/site/page/base/address.ts';
import { csvText, parseCsv } from '../../generator/site/page/base/csv.ts';
import { changeOf, localPercent } from '../../generator/site/page/language/figures.ts';
import { isPageFile, PAGE_POLICY, pageTypeOf } from '../../generator/wire/answers/page.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { readPages } from '../support/kit/markdown.ts';
import { readSources } from '../support/kit/sources.ts';
import { gatewayOver } from '../support/servers/gateway.ts';
import { diskStore } from '../support/servers/stores.ts';
import { dailyLines, generateFrom } from '../support/trees/trees.ts';

/** A library in it would be more. */
const FIRST_BYTES_MAX = 25_000;
const PAGE_BYTES_MAX = 60_000;
const ALL_BYTES_MAX = 150_000;
/** It has the program's own modules, and is read when a proof is saved. */
const PROOF = 'explorer-proof.js';

const site = readSite();
const names = site.map(({ path }) => path);
const textOf = (name: string) => site.find(({ path }) => path === name)?.bytes.toString('utf8') ?? '';
const compressed = (some: readonly string[]) => some.reduce((sum, name) => sum + gzipSync(textOf(name)).length, 0);

describe('the files of the page', () => {
  it('take less than 150 kB compressed, the first view less than 25 kB, and what saves a proof less than 60 kB beside', () => {
    const scripts = importsOf('explorer.js', new Set());
    const first = ['index.html', 'explorer.css', 'explorer.svg', ...scripts];
    expect(names).toEqual(expect.arrayContaining([...first, 'explorer-rates.js', 'explorer-worker.js']));
    expect(compressed(first)).toBeLessThan(FIRST_BYTES_MAX);
    const views = names.filter((name) => !name.startsWith('docs') && name !== PROOF);
    expect(compressed(views)).toBeLessThan(ALL_BYTES_MAX);
    expect(compressed([PROOF])).toBeLessThan(PAGE_BYTES_MAX);
  });

  it('hold every page of the repository, reached from the first by links, each less than 60 kB compressed', () => {
    const docs = names.filter((name) => /^docs.*\.html$/.test(name));
    expect([...linkedFrom('docs.html', new Set())].sort()).toEqual(docs);
    expect(docs).toHaveLength(readPages().length);
    expect(names.filter((name) => name.startsWith('docs') && compressed([name]) > PAGE_BYTES_MAX)).toEqual([]);
  });

  it('ask no other host: the page names none, and its policy allows none', () => {
    expect(textOf('index.html')).toContain(`content="${PAGE_POLICY}"`);
    expect(PAGE_POLICY).toContain("default-src 'none'");
    expect(PAGE_POLICY).not.toMatch(/unsafe|http|\*|data:/);
    expect(textOf('index.html')).not.toMatch(/https?:|<style|<script>|\son\w+=|style=/);
    expect(textOf('explorer.css')).not.toMatch(/url\(|@import/);
  });

  it('never make HTML of a text', () => {
    const sources = readSources(['generator/site']).map(({ text }) => text);
    expect(
      sources.filter((text) => /innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser/.test(text)),
    ).toEqual([]);
  });

  it.each([
    ['index.html', 'text/html; charset=utf-8'],
    ['explorer.js', 'text/javascript; charset=utf-8'],
    ['explorer-convert.js', 'text/javascript; charset=utf-8'],
    ['explorer.css', 'text/css; charset=utf-8'],
    ['explorer.svg', 'image/svg+xml'],
    ['v1/status.json', null],
    ['other.js', null],
    ['explorer..js', null],
    ['explorer/x.js', null],
  ])('%s has the type %s', (name, type) => {
    expect(pageTypeOf(name)).toBe(type);
    expect(isPageFile(name)).toBe(type !== null);
  });
});

/** A script, and the scripts that it cannot start without. */
function importsOf(name: string, seen: Set<string>): readonly string[] {
  seen.add(name);
  for (const [, imported = ''] of textOf(name).matchAll(/from\s*["']\.\/([^"']+)["']|import\s*["']\.\/([^"']+)["']/g)) {
    if (!seen.has(imported)) importsOf(imported, seen);
  }
  return [...seen];
}

/** A page of the documentation, and those that are reached from it. */
function linkedFrom(name: string, seen: Set<string>): ReadonlySet<string> {
  seen.add(name);
  for (const [, linked = ''] of textOf(name).matchAll(/href="(docs[^"#]*\.html)/g))
    if (!seen.has(linked)) linkedFrom(linked, seen);
  return seen;
}

describe('the page behind the gateway', () => {
  it('needs no key, while its data does, and says what a browser may do', async () => {
    const out = freshFolder();
    await generateFrom({ ECB: dailyLines('2026-03-09', '2026-03-13') }, out, { site });
    const { ask } = await gatewayOver(diskStore(out));
    const keyless = { headers: {} };
    for (const path of ['/', ...names.map((name) => `/${name}`)]) {
      const { status, headers, body } = await ask(path, keyless);
      const name = path === '/' ? 'index.html' : path.slice(1);
      expect([path, status, body?.toString('utf8') === textOf(name)]).toEqual([path, 200, true]);
      expect(headers).toMatchObject({
        'content-type': pageTypeOf(name),
        'content-security-policy': `${PAGE_POLICY}; frame-ancestors 'none'`,
        'cache-control': 'public, no-cache',
        'referrer-policy': 'no-referrer',
      });
    }
    // Where browsers and people look without being told.
    for (const [path, name] of [['/favicon.ico', 'explorer.svg'] as const, ['/docs', 'docs.html'] as const])
      expect((await ask(path, keyless)).body?.toString('utf8') === textOf(name)).toBe(true);
    expect((await ask('/v1/status.json', keyless)).status).toBe(401);
    expect((await ask('/explorer-nothing.js', keyless)).status).toBe(404);
    expect((await ask('/other.js', keyless)).status).toBe(404);
  });

  it('gives the release another id when it changes, so that it is published', async () => {
    const lines = { ECB: dailyLines('2026-03-09', '2026-03-13') };
    const changedSite = site.map((file) => ({ ...file, bytes: Buffer.concat([file.bytes, Buffer.from('\n')]) }));
    const out = freshFolder();
    const first = await generateFrom(lines, out, { site });
    expect((await generateFrom(lines, out, { site })).release).toBe(first.release);
    expect((await generateFrom(lines, out, { site: changedSite })).release).not.toBe(first.release);
    expect(readFileSync(join(out, 'index.html'), 'utf8')).toBe(`${textOf('index.html')}\n`);
  });
});

describe('an address', () => {
  it('names a view and what it shows, without what is ordinary', () => {
    const href = hrefOf('rates', { provider: 'TCMB', base: null, filter: '' });
    expect(href).toBe('#rates?provider=TCMB');
    expect(readAddress(href).params.get('provider')).toBe('TCMB');
    expect(changed(readAddress(href), { provider: null, base: 'A&B' })).toBe('#rates?base=A%26B');
    expect(readAddress('').view).toBe('convert');
  });

  it.each([
    ['#key=a%2Fb', 'a/b', ''],
    ['#key=k&rates?base=USD', 'k', '#rates?base=USD'],
    ['#rates?key=k', null, '#rates?key=k'],
    ['#key=%zz', '%zz', ''],
  ])('%s hands over the key %j and keeps %j', (hash, key, rest) => expect(takeKey(hash)).toEqual({ key, rest }));
});

describe('CSV in the page', () => {
  it('is read as it is written', () => {
    const rows = [
      ['a', 'b'],
      ['1,5', 'say "x"'],
      ['', 'two\r\nlines'],
    ];
    expect(parseCsv(csvText(rows))).toEqual([
      { a: '1,5', b: 'say "x"' },
      { a: '', b: 'two\r\nlines' },
    ]);
  });

  it('is written with semicolons and decimal commas, too, as spreadsheets of half the world want it', () => {
    expect(csvText([['2026-03-20', '-1.5', 'a;b', 'a,b', '1.2.3']], ';')).toBe('2026-03-20;-1,5;"a;b";a,b;1.2.3\r\n');
  });

  it.each(['a,b\r\n1\r\n', 'a,b\r\n"1,2\r\n', 'a,b\r\n1,2', ''])('%j, which is cut off, is refused', (text) => {
    expect(() => parseCsv(text)).toThrow(SyntaxError);
  });
});

describe('a change from the day before', () => {
  it.each([
    ['1.1', '1', '10', '+10.000 %'],
    ['1', '1.1', '-9.091', '−9.091 %'],
    ['1', '1', '0', '0.000 %'],
  ])('of %s from %s is %s', (now, before, change, text) => {
    expect(changeOf(now, before)).toBe(change);
    expect(localPercent(change)).toBe(text);
  });

  it('is not stated where a figure is missing', () =>
    expect([changeOf('1', null), changeOf('1', '0')]).toEqual([null, null]));
});
