/** Which bank that could not be read makes a night end with 2, and what a person is told to do about it. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { readUnread, toUnreadLines, type UnreadBank } from '../../generator/commands/night-banks.ts';
import { recordAsked } from '../../generator/sources/archive/ledger.ts';
import { networkSource } from '../../generator/sources/feeds/net/network.ts';
import { PROVIDERS } from '../../generator/sources/providers/index.ts';
import { addDays, parseIsoDate, utcDay, weekday } from '../../generator/wire/words/calendar.ts';
import type { IsoDate } from '../../generator/wire/words/schemas.ts';
import { definition, freshFolder, writeLines } from '../support/banks/archives.ts';
import { FAULTS, type Fault } from '../support/banks/bank-faults.ts';
import { bankFeed, collect } from '../support/banks/recorded-bank.ts';
import { standingClock } from '../support/kit/clocks.ts';
import { runProgramBeside } from '../support/kit/run-program.ts';
import { internet } from '../support/servers/internet.ts';
import { ecb } from '../support/trees/nights.ts';
import { newPlace, toReport } from '../support/trees/one-night.ts';

/** A Wednesday. */
const NOW = parseIsoDate('2026-03-18');

type Bank = Parameters<typeof definition>[2];
const SCHEDULE = { days: [1, 2, 3, 4, 5], time: '16:00', timeZone: 'UTC' };
const DAILY: Bank = {};
const WEEKLY: Bank = { schedule: { ...SCHEDULE, days: [1] } };
const MONTHLY: Bank = { monthly: true };
const ARREARS: Bank = { schedule: { ...SCHEDULE, lagDaysMax: 7 } };
const DOUBTED: Bank = { caveat: 'the source refuses connections from many data centres' };

const banks = (count: number): readonly UnreadBank[] =>
  Array.from({ length: count }, (_, place) => unread(`B${place}`, DAILY, '2026-03-17', '2026-03-18', null));

function unread(code: string, more: Bank, newest: string | null, since: string, misread: string | null): UnreadBank {
  const failure = `${code}: daily, https://bank.example: the source answers 503`;
  const dates = { newest: newest === null ? null : parseIsoDate(newest), since: parseIsoDate(since) };
  const misreadSince = misread === null ? null : parseIsoDate(misread);
  return { definition: definition(code, 'PLN', more), failure, misreadSince, ...dates };
}

describe('a bank that could not be read', () => {
  const cases: readonly [
    what: string,
    bank: Bank,
    newest: string | null,
    since: string,
    misreadSince: string | null,
    why: string,
  ][] = [
    ['a daily list of yesterday, not had tonight', DAILY, '2026-03-17', '2026-03-18', null, ''],
    ['two publications missing', DAILY, '2026-03-12', '2026-03-13', null, ''],
    [
      'three missing',
      DAILY,
      '2026-03-11',
      '2026-03-12',
      null,
      '2026-03-11, and it has missed 3 publication days since',
    ],
    ['many missing before it failed: the bank is closed', DAILY, '2026-03-05', '2026-03-17', null, ''],
    [
      'many missing, three since it failed',
      DAILY,
      '2026-03-05',
      '2026-03-13',
      null,
      '2026-03-05, and it has missed 7 ',
    ],
    ['two weekly lists missing', WEEKLY, '2026-03-02', '2026-03-09', null, ''],
    [
      'three weekly lists',
      WEEKLY,
      '2026-02-23',
      '2026-02-24',
      null,
      '2026-02-23, and it has missed 3 publication days',
    ],
    ['a month that is late', MONTHLY, '2026-02-09', '2026-02-10', null, '2026-02-09, 37 days ago, and it publishes mo'],
    ['a month that was late before', MONTHLY, '2026-02-09', '2026-03-16', null, ''],
    ['a list in arrears', ARREARS, '2026-03-06', '2026-03-13', null, ''],
    [
      'a list beyond its arrears',
      ARREARS,
      '2026-03-05',
      '2026-03-13',
      null,
      '2026-03-05, and it has missed 3 publication',
    ],
    ['an answer that cannot be read on two nights', DAILY, '2026-03-16', '2026-03-17', '2026-03-17', ''],
    ['on three', DAILY, '2026-03-16', '2026-03-16', '2026-03-16', 'its answers could not be read since 2026-03-16'],
    ['of a month, on three', MONTHLY, '2026-03-01', '2026-03-16', '2026-03-16', 'its answers could not be read since'],
    ['on one, after two without an answer', MONTHLY, '2026-03-01', '2026-03-16', '2026-03-18', ''],
    ['a month not reached for 13 days', MONTHLY, '2026-03-01', '2026-03-05', null, ''],
    ['a month not reached for two weeks', MONTHLY, '2026-03-01', '2026-03-04', null, 'it has failed since 2026-03-04'],
    ['never read, for two weeks', DAILY, null, '2026-03-04', null, 'it has failed since 2026-03-04'],
    ['never read, and known not to be for all', DOUBTED, null, '2025-03-04', '2025-03-04', ''],
    ['known not to be for all, and read before', DOUBTED, '2026-03-05', '2026-03-06', null, '2026-03-05, and it has'],
  ];

  it.each(cases)('%s', (_, more, newest, since, misreadSince, why) => {
    const bank = unread('NBP', more, newest, since, misreadSince);
    const { failures, passing } = toUnreadLines([bank], 116, NOW);
    if (why === '') expect({ failures, passing }).toEqual({ failures: [], passing: [bank.failure] });
    else {
      expect(passing).toEqual([]);
      expect(failures).toHaveLength(1);
      expect(failures[0]).toContain(
        `${bank.failure}; ${why.startsWith('it') ? '' : 'its newest list is dated '}${why}`,
      );
      expect(failures[0]).toMatch(/: look at it, ratetree collect --check --provider NBP$/);
    }
  });
});

describe('of banks that fail together', () => {
  it.each([
    [1, 1],
    [3, 3],
    [3, 10],
    [29, 116],
  ])('%i of %i are waited for', (failed, asked) => {
    const { failures, passing } = toUnreadLines(banks(failed), asked, NOW);
    expect([failures, passing.length]).toEqual([[], failed]);
  });

  it.each([
    [4, 4],
    [4, 15],
    [30, 116],
    [116, 116],
  ])('%i of %i are a matter of this machine, which is one thing to do', (failed, asked) => {
    const late = unread('NBP', DAILY, '2026-03-05', '2026-03-06', null);
    const { failures, passing } = toUnreadLines([late, ...banks(failed - 1)], asked, NOW);
    const words = 'banks could not be read: see what this machine reaches, ratetree collect --check';
    expect([failures, passing.length]).toEqual([[`${failed} of ${asked} ${words}`], failed]);
  });
});

type NightOf = 'list' | 'closed' | Fault;

/** Collects a night a day, the first on Monday 2 March; says what each of them makes of the bank. */
async function nights(...of: readonly NightOf[]): Promise<string> {
  const archiveDir = freshFolder();
  const known = PROVIDERS.find(({ code }) => code === 'NBP');
  if (known === undefined) throw new Error('there is no NBP');
  const said: string[] = [];
  let list = '';
  for (const [place, what] of of.entries()) {
    const today = addDays(parseIsoDate('2026-03-02'), place);
    if (what === 'list') list += `${today},USD,PLN,1,3.${60 + place},,\n`;
    const { dispatcher } = await internet(what === 'list' || what === 'closed' ? () => list : FAULTS[what]);
    const limits = { attemptsMax: 2, backoffMs: 1, timeoutMs: what === 'silent' ? 20 : 20_000 };
    const now = () => new Date(`${today}T20:00:00Z`);
    const source = networkSource({ dispatcher, userAgent: 'test', limits, now, clock: standingClock() });
    const providers = [{ ...known, feeds: [bankFeed('a')] }];
    const { summaries } = await collect({ providers, source, archiveDir, today, askedAt: `${today}T20:00:00Z` });
    const { failures, passing } = toUnreadLines(await readUnread(archiveDir, summaries, today), 116, today);
    said.push(failures.length > 0 ? 'act' : passing.length > 0 ? 'wait' : '-');
  }
  return said.join(' ');
}

describe('night after night', () => {
  it.each<[NightOf[], string]>([
    [['list', 'refused', 'list', 'reset', 'list', 'silent', 'list'], '- wait - wait - wait -'],
    [['list', 'broken', 'busy', 'cut', 'gone'], '- wait wait wait wait'],
    // The lists of Tuesday to Thursday are missing on Saturday.
    [['list', 'broken', 'busy', 'reset', 'gone', 'refused', 'list'], '- wait wait wait wait act -'],
    [['list', 'redesigned', 'redesigned', 'redesigned', 'list'], '- wait wait act -'],
    [['list', 'redesigned', 'redesigned', 'list', 'redesigned'], '- wait wait - wait'],
    [['list', 'firewall', 'maintenance', 'maintenance', 'list'], '- wait wait wait -'],
    [['list', 'broken', 'broken', 'redesigned', 'list'], '- wait wait wait -'],
    // A week of holidays, in which the host does not answer for two nights.
    [['list', 'closed', 'closed', 'closed', 'closed', 'closed', 'reset', 'reset', 'closed'], '- - - - - - wait wait -'],
  ])('%j', async (of, said) => {
    expect(await nights(...of)).toBe(said);
  });
});

/** A proxy between the night and every bank. */
async function proxyThat(
  answers: (socket: Socket) => void,
): Promise<{ readonly url: string; readonly server: Server }> {
  const server = createServer().on('connect', ({ socket }) => answers(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

/** The newest working day that is so many days old or more. */
function workingDay(age: number): IsoDate {
  const date = addDays(utcDay(Date.now()), -age);
  return weekday(date) > 5 ? workingDay(age + 1) : date;
}

describe('a night by the program', () => {
  it.each<[string, (socket: Socket) => void, number, number, RegExp]>([
    [
      'resets, waits for a list that is young',
      (socket) => socket.resetAndDestroy(),
      1,
      0,
      /^wait: ECB: .*ECONNRESET$/m,
    ],
    [
      'refuses, ends with 2 for a list that is late, and names it',
      (socket) => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'),
      9,
      2,
      /^act: ECB: .*\(403\).*; its newest list is dated \S+, and it has missed \d .*: look at it, ratetree collect/m,
    ],
  ])('whose connections the network %s', async (_, answers, age, code, line) => {
    const { url, server } = await proxyThat(answers);
    const { store, archive, out } = newPlace();
    const newest = workingDay(age);
    await writeLines(archive, 'ECB', ecb(newest, { AED: null }));
    const failed = { at: `${addDays(newest, 1)}T00:00:00Z`, outcome: 'failed', since: '', reason: 'reset' } as const;
    if (code === 2) await recordAsked(archive, 'ECB', failed, SCHEDULE);
    const words = ['nightly', store, '--archive', archive, '--out', out, '--provider', 'ECB', '--bases', 'EUR'];
    const { status, stdout, stderr } = await runProgramBeside(words, { env: { ...process.env, HTTPS_PROXY: url } });
    server.close();
    const { outcome, failures, passing } = toReport(stdout, stderr);
    const acts = code === 2 ? 1 : 0;
    expect([outcome, failures.length, passing.length, status], stderr).toEqual(['published', acts, 1 - acts, code]);
    expect(stderr).toMatch(line);
  });

  const silent = 'ECB,NBP,CNB,NB';

  it.each<[string, string, boolean, RegExp]>([
    ['ends with 8 and has published, so that the pointer stays fresh', silent, true, /^act: 4 of 4 banks could not/m],
    ['ends with 8 and has published nothing where no figure is', silent, false, /^ratetree: none of 4 banks answered/m],
    [
      'and asks one bank ends the same where no figure is',
      'ECB',
      false,
      /^ratetree: none of 1 banks answered, .*--check$/m,
    ],
  ])('that nobody answers %s', async (_, codes, hasFigures, line) => {
    const { url, server } = await proxyThat((socket) => socket.resetAndDestroy());
    const { store, archive, out } = newPlace();
    if (hasFigures) await writeLines(archive, 'ECB', ecb(workingDay(1), { AED: null }));
    const asked = ['--provider', codes, '--budget', '1'];
    const words = ['nightly', store, '--archive', archive, '--out', out, ...asked, '--failures-ok'];
    const { status, stdout, stderr } = await runProgramBeside(words, { env: { ...process.env, HTTPS_PROXY: url } });
    server.close();
    const { outcome, published } = toReport(stdout, stderr);
    expect([outcome, published !== null, status], stderr).toEqual(['unanswered', hasFigures, 8]);
    expect(stderr).toMatch(line);
  });
});
