/**
 * One bank stops no night: `collect --replay` as an operator runs it, with a hostile document of one bank between those
 * of others. The others are collected, and the one is named.
 */
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { bnb } from '../../generator/sources/providers/bnb.ts';
import { nb } from '../../generator/sources/providers/nb.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { writeFixtures } from '../support/banks/fixtures.ts';
import { type RecordedDocument, record } from '../support/banks/recorded-bank.ts';
import { ratetree } from '../support/trees/by-command.ts';

const OTHERS = [bnb, nb];
const MB = 1024 * 1024;
const filled = (text: string, bytes: number) => text.repeat(Math.floor(bytes / text.length));
/** A PDF whose one stream unpacks to what is given. */
function pdf(content: string): Uint8Array {
  const stream = deflateSync(Buffer.from(content, 'latin1'));
  const head = `%PDF-1.6\r\n1 0 obj\r<</Type/Page/Contents 2 0 R>>\rendobj\r\n2 0 obj\r<</Filter/FlateDecode/Length ${stream.length}>>stream\r\n`;
  return Buffer.concat([Buffer.from(head), stream, Buffer.from('\r\nendstream\rendobj\r\ntrailer\r\n%%EOF\r\n')]);
}

interface Evil extends Omit<RecordedDocument, 'recordedAt'> {
  readonly code: string;
}

const CNB = {
  code: 'CNB',
  url: 'https://www.cnb.cz/cs/financni_trhy/devizovy_trh/kurzy_devizoveho_trhu/denni_kurz.txt?date=05.04.2016',
  contentType: 'text/plain',
};
const BOC = {
  code: 'BOC',
  url: 'https://www.bankofcanada.ca/valet/observations/group/FX_RATES_DAILY/json?start_date=2026-03-01',
  contentType: 'application/json',
};
const DAB = {
  code: 'DAB',
  url: 'https://www.dab.gov.af/exchange-rates?field_date_value=2026-05-18',
  contentType: 'text/html',
};
const BSP = {
  code: 'BSP',
  url: 'https://www.bsp.gov.ph/Lists/RERB/Attachments/1/29May2026.pdf',
  contentType: 'application/pdf',
};

let recordings: string;
beforeAll(async () => {
  recordings = writeFixtures(freshFolder(), OTHERS);
});

/** Collects the others and, recorded among them, the one. */
function collectWith({ code, ...document }: Evil, ...flags: readonly string[]) {
  const dir = freshFolder();
  record(dir, code, [{ ...document, recordedAt: '2026-05-29T12:00:00Z' }]);
  const banks = [code, ...OTHERS.map((one) => one.code)].join(',');
  const places = ['--replay', dir, '--replay', recordings, '--archive', join(dir, 'archive')];
  return ratetree('collect', ...places, '--provider', banks, ...flags);
}

describe('the others are collected although one bank sends', () => {
  it.each<[what: string, evil: Evil, fault: string]>([
    [
      'a page that begins with sixty comments',
      { ...CNB, status: 404, body: `${filled('<!---->', 420)}x` },
      'the source answers 404',
    ],
    ['a page of tags without an end', { ...CNB, status: 503, body: `<html>${filled('<', 64 * 1024)}` }, 'answers 503'],
    ['a page of scripts without an end', { ...CNB, status: 403, body: filled('<script ', 64 * 1024) }, 'answers 403'],
    ['a page of tags within tags', { ...DAB, body: filled('<div>', 4 * MB - 5) }, 'the page nests more than 256 tags'],
    [
      'a page of tags that close nothing',
      { ...DAB, body: `${filled('<div>', 1200)}${filled('</span>', 3 * MB)}` },
      'DAB',
    ],
    ['a PDF of brackets', { ...BSP, body: pdf(`BT ${filled('[', 3 * MB)} ET`) }, 'BSP'],
    ['a PDF of texts without an end', { ...BSP, body: pdf(`BT ${filled('(\\(', 3 * MB)} ET`) }, 'BSP'],
  ])('%s', (_, evil, fault) => {
    const { status, stdout, stderr } = collectWith(evil);
    expect(stdout).toContain('collected 2 of 3 providers');
    expect(stderr).toContain(fault);
    expect(status).toBe(2);
  });

  it('a document that is not read within its time', () => {
    const { stdout, stderr } = collectWith({ ...BOC, body: `[${filled('[],', 15 * MB)}[]]` }, '--budget', '1');
    expect(stderr).toMatch(/BOC: .*its document was not read within 1 s/);
    expect(stdout).toContain('of 3 providers');
  });

  it.each<[kind: string, evil: Evil]>([
    ['JSON', { ...BOC, body: filled(' ', 16 * MB + 1) }],
    ['CSV', { ...CNB, body: `${filled('a|', 8 * MB)}\n` }],
  ])('a document of %s above the bound of its kind, which is named', (_, evil) => {
    const { stdout, stderr } = collectWith(evil);
    expect(stderr).toMatch(/the document has \d+ bytes; the limit for its kind is \d+/);
    expect(stdout).toContain('collected 2 of 3 providers');
  });
});

/** A title of a terminal, its screen emptied, the same by a single character of eight bits, and a line turned around. */
const MARKS = '\x1b]0;pwned\x07\x1b[2J\u009b2J\u202e\u2066\u200f';

describe('a text of a bank reaches the terminal without marks that would move it', () => {
  const list = (label: string) =>
    `05.04.2016 #65\nzemě|měna|množství|kód|kurz\nX|x|1|${label}|1,000\nVelká Británie|libra|1|GBP|33,724\n`;
  const marks = /[\p{Cc}\p{Cf}]/u;

  it.each<[what: string, evil: Evil]>([
    ['in a label', { ...CNB, body: list(MARKS) }],
    ['in the title of a page', { ...CNB, body: `<html><title>Rates ${MARKS}</title></html>` }],
    ['in a day', { ...CNB, body: list('USD').replace('#65', `#65${MARKS}`) }],
  ])('%s', (_, evil) => {
    for (const flags of [[], ['--verbose'], ['--json']]) {
      const { stdout, stderr } = collectWith(evil, ...flags);
      const lines = `${stdout}${stderr}`.split('\n');
      expect(lines.filter((line) => marks.test(line))).toEqual([]);
      expect(lines.some((line) => line.includes('CNB'))).toBe(true);
    }
  });
});
