/** Answers that are no success: `--keep` keeps them too, and from what is kept each bank fails as it did live. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keeper } from '../../generator/sources/feeds/keeping.ts';
import { networkSource } from '../../generator/sources/feeds/net/network.ts';
import { replaySource } from '../../generator/sources/feeds/recordings.ts';
import { PROVIDERS } from '../../generator/sources/providers/index.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { collect } from '../support/banks/recorded-bank.ts';
import { standingClock } from '../support/kit/clocks.ts';
import { type Behaviour, internet } from '../support/servers/internet.ts';

const PASSWORD = 'a password/of=mine';

async function run(code: string, source: Parameters<typeof collect>[0]['source']) {
  const providers = PROVIDERS.filter((one) => one.code === code);
  const env = { BCCH_USER: 'a-name-of-mine', BCCH_PASSWORD: PASSWORD };
  const today = parseIsoDate('2026-05-25');
  const { summaries } = await collect({ providers, source, archiveDir: freshFolder(), env, today });
  return summaries[0]?.failures ?? [];
}

/** What the run says of a bank that behaves so, live and from what was kept. */
async function kept(code: string, behave: Behaviour) {
  const folder = join(freshFolder(), 'kept');
  const now = () => new Date('2026-05-25T18:00:00Z');
  const { dispatcher, asked } = await internet(behave);
  const keep = await keeper(folder, now);
  const limits = { attemptsMax: 1 };
  const live = await run(
    code,
    networkSource({ dispatcher, userAgent: 'x', limits, now, clock: standingClock(), keep }),
  );
  const replayed = await run(code, replaySource({ dirs: [folder], adapters: null }));
  const read = (name: string) => readFileSync(join(folder, code, name), 'utf8');
  const { requests } = JSON.parse(read('source.json'));
  const text = [read('source.json'), ...requests.map(({ file }: { readonly file: string }) => read(file))].join('\n');
  return { live, replayed, requests, text, asked: asked.length };
}

const refuse =
  (status: number, page: string, headers: Readonly<Record<string, string>> = {}): Behaviour =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(page);
    return undefined;
  };
const CAPTCHA = '<html><title>Are you a robot?</title><p>Solve the captcha</p></html>';

describe('a refusal that is kept', () => {
  it.each([
    ['a captcha', 403, CAPTCHA, 'the source answers 403, a captcha'],
    ['maintenance', 503, '<html><title>Maintenance</title></html>', 'answers 503, a note about maintenance'],
    ['a login', 401, '<html><title>Sign in</title></html>', 'the source answers 401, a login form'],
    ['an empty page', 500, '', 'the source answers 500'],
  ])('fails as it did live: %s', async (_, status, page, words) => {
    const { live, replayed, requests, text } = await kept('MNB', refuse(status, page, { server: 'gate' }));
    expect(live).toEqual([expect.stringContaining(words)]);
    expect(replayed).toEqual(live);
    expect(requests).toMatchObject([{ method: 'POST', status, bytes: page.length, headers: { server: 'gate' } }]);
    expect(text).toContain(page);
  });

  it('of the page that begins a session is a fault of the feed, and a page that was had is none', async () => {
    const token = '<input name="__RequestVerificationToken" type="hidden" value="CfDJ8-a-token-that-a-page-gave" />';
    const first = await kept('CBE', refuse(403, CAPTCHA));
    expect(first.live).toEqual([expect.stringContaining('the source answers 403, a captcha')]);
    expect([first.replayed, first.asked]).toEqual([first.live, 1]);
    const second = await kept('CBE', (ask, response) =>
      ask.method === 'GET' ? token : refuse(429, 'too many')(ask, response),
    );
    expect(second.requests.map(({ status = 200 }) => status)).toEqual([200, 429]);
    expect(second.live).toEqual([expect.stringContaining('the source answers 429')]);
    expect(second.replayed).toEqual(second.live);
  });

  it('holds no key, even where the page repeats it', async () => {
    const { live, replayed, requests, text } = await kept('BCCH', ({ url }, response) => {
      const said = `{"wrong": "${url.searchParams.get('pass')}", "asked": "${url.search}"}`;
      response.writeHead(400, { 'content-type': 'application/json', 'x-asked': url.search }).end(said);
      return undefined;
    });
    expect(requests.length).toBeGreaterThan(0);
    expect(live).toContainEqual(expect.stringContaining('the source answers 400'));
    expect(replayed).toEqual(live);
    expect(text).toContain('{"wrong": ""');
    for (const secret of ['a-name-of-mine', PASSWORD, encodeURIComponent(PASSWORD)]) expect(text).not.toContain(secret);
  });

  it('with 404 where a document may be absent is no fault, but silence is', async () => {
    const { live, replayed, requests } = await kept('BI', refuse(404, 'none'));
    expect(requests[0]).toMatchObject({ status: 404, mayBeAbsent: true });
    expect(live).toContainEqual(expect.stringContaining('nothing at any of its addresses'));
    expect(live.join()).not.toContain('404');
    expect(replayed).toEqual(live);
  });

  it('is not there where nothing was answered', async () => {
    const folder = join(freshFolder(), 'kept');
    const { dispatcher } = await internet((_, response) => void response.destroy());
    const now = () => new Date('2026-05-25T18:00:00Z');
    const [keep, limits] = [await keeper(folder, now), { attemptsMax: 1 }];
    await run('MNB', networkSource({ dispatcher, userAgent: 'x', limits, now, clock: standingClock(), keep }));
    expect(existsSync(folder)).toBe(false);
  });
});
