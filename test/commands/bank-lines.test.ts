/** What `collect` and `nightly` show of the banks: a line each, and at the end what failed and what to do. */
import { Agent } from 'undici';
import { afterAll, describe, expect, it } from 'vitest';
import { BankLines, failureLines, toAdvice } from '../../generator/commands/cli/bank-lines.ts';
import type { CollectEvent, ProviderSummary } from '../../generator/sources/collect/events.ts';
import { fetchAnswer } from '../../generator/sources/feeds/net/fetch.ts';
import { listen, status } from '../support/servers/loopback.ts';

const NONE = {
  documents: 0,
  answered: false,
  observations: 0,
  fresh: 0,
  corrected: 0,
  withdrawn: 0,
  labels: [],
  failures: [],
  misread: false,
};
const good = (provider: string): ProviderSummary => ({
  ...{ ...NONE, provider, answered: true },
  ...{ documents: 1, observations: 30, fresh: 2 },
});
const failed = (provider: string, ...failures: string[]): ProviderSummary => ({ ...NONE, provider, failures });

function shown(summaries: readonly ProviderSummary[], notes: readonly string[], { isVerbose = false, isTTY = false }) {
  let text = '';
  const output = { isTTY, write: (part: string) => (text += part) };
  const lines = new BankLines({ output, nowMs: () => 0, banks: summaries.length, isVerbose });
  for (const summary of summaries) {
    const { provider } = summary;
    const of = notes.filter((note) => note.startsWith(`${provider}: `));
    const events: CollectEvent[] = [
      { kind: 'started', provider },
      ...of.map((words) => ({ kind: 'note', text: words }) as const),
      { kind: 'document', provider, url: 'https://bank.example/', observations: 30 },
      { kind: 'finished', summary },
    ];
    for (const event of events) lines.hear(event);
  }
  lines.hear({ kind: 'note', text: 'ECB: 1 figure seen earlier in quarantine' });
  lines.end();
  return `${text}${failureLines(summaries)
    .map((line) => `${line}\n`)
    .join('')}`;
}

describe('a run of collect', () => {
  const banks = [
    good('ECB'),
    good('NBP'),
    failed('BOC', 'BOC: daily, https://b.example: the source answers 503', 'BOC: another'),
    failed('SNB', 'SNB: daily, https://s.example: getaddrinfo ENOTFOUND s.example'),
    { ...NONE, provider: 'BAM' },
    failed('RBA', 'RBA: F11, https://r.example: the source answers 500'),
  ];
  const notes = ['NBP: no longer stated: XAU', 'NBP: left out: QQQ', 'BAM: transfers left out: BAM_KEY not set'];

  it('has one line a bank, the failures by what to do, and no note of a bank that answered', () => {
    expect(shown(banks, notes, {}).split('\n')).toEqual([
      'ECB: 1 documents, 30 figures: 2 new, 0 corrected, 0 withdrawn',
      'NBP: 1 documents, 30 figures: 2 new, 0 corrected, 0 withdrawn; 2 notes (--verbose)',
      'BOC: failed, see below',
      'SNB: failed, see below',
      'BAM: transfers left out: BAM_KEY not set',
      'RBA: failed, see below',
      'ECB: 1 figure seen earlier in quarantine',
      '3 of 5 banks failed:',
      '  They have trouble of their own. Run the same command again later:',
      '    BOC: daily, https://b.example: the source answers 503 (and 1 more)',
      '    RBA: F11, https://r.example: the source answers 500',
      '  They could not be reached. Check the network and HTTPS_PROXY, and run the same command again:',
      '    SNB: daily, https://s.example: getaddrinfo ENOTFOUND s.example',
      '',
    ]);
  });

  it('has every event with --verbose', () => {
    const lines = shown(banks, notes, { isVerbose: true }).split('\n');
    expect(lines).toContain('ECB: asking');
    expect(lines).toContain('ECB: 30 figures in https://bank.example/');
    expect(lines).toContain('NBP: no longer stated: XAU');
  });

  it('names only the banks where many failed for the same reason', () => {
    const codes = Array.from({ length: 40 }, (_, index) => `B${index}`);
    const many = codes.map((code) => failed(code, `${code}: daily: the time for collecting ran out`));
    const ending = shown(many, [], {}).split('\n').slice(-4, -1);
    expect(ending).toEqual([
      '40 of 40 banks failed:',
      '  The time ran out. Run the same command again, or raise --budget:',
      `    ${codes.join(', ')} (--verbose says more about each)`,
    ]);
  });

  it('draws a bar below the lines on a terminal, and takes it away at the end', () => {
    const text = shown([good('ECB'), good('NBP')], [], { isTTY: true });
    const bar = `${'░'.repeat(24)} banks 0/2`;
    expect(text.split('\n').slice(0, 2)).toEqual([
      `\r\x1b[K${bar}\r\x1b[KECB: 1 documents, 30 figures: 2 new, 0 corrected, 0 withdrawn`,
      `${bar}\r\x1b[KNBP: 1 documents, 30 figures: 2 new, 0 corrected, 0 withdrawn`,
    ]);
    expect(text.split('\n').at(-1)).toBe('\r\x1b[K\r\x1b[K');
  });
});

describe('the advice', () => {
  const dispatcher = new Agent();
  afterAll(() => dispatcher.close());
  const faultOf = async (url: string, signal?: AbortSignal, timeoutMs = 20_000) => {
    const limits = { attemptsMax: 1, timeoutMs };
    const context = { dispatcher, userAgent: 'x', limits, ...(signal === undefined ? {} : { signal }) };
    const error = await fetchAnswer({ method: 'GET', url }, context).catch((fault: unknown) => fault);
    return toAdvice(`ECB: daily, ${url}: ${error instanceof Error ? error.message : ''}`);
  };

  it.each([
    [403, /^They refuse us/],
    [429, /^They refuse us/],
    [404, /^They have nothing at this address/],
    [502, /^They have trouble of their own/],
    [418, /^We cannot read their answer/],
  ])('on status %i', async (code, advice) => {
    expect(await faultOf((await listen(status(code))).url)).toMatch(advice);
  });

  it('on a port at which nothing listens, an answer that never comes, and a connection that breaks', async () => {
    expect(await faultOf('http://127.0.0.1:9/')).toMatch(/^They could not be reached/);
    expect(await faultOf((await listen(() => {})).url, undefined, 10)).toMatch(/^They could not be reached/);
    expect(await faultOf((await listen((request) => request.socket.destroy())).url)).toMatch(/^They could not/);
  });

  it('on the end of the time', async () => {
    expect(await faultOf('http://127.0.0.1:9/', AbortSignal.abort())).toMatch(/^The time ran out/);
  });

  it('is not taken from the address', () => {
    expect(toAdvice('ECB: daily, https://proxy.example/socket: not a list')).toMatch(/^We cannot read their answer/);
  });
});
