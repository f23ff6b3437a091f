/**
 * How sources are known to behave on the network, beyond what a recorded document shows. Each is a server that behaves
 * so at the source's own addresses.
 */
import { describe, expect, it } from 'vitest';
import { PROVIDERS } from '../../generator/sources/providers/index.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { fixtureOf } from '../support/banks/fixtures.ts';
import { ask } from '../support/banks/live-bank.ts';
import type { Behaviour } from '../support/servers/internet.ts';

const refuse = (status: number): Behaviour => {
  return (_, response) => {
    response.writeHead(status).end();
    return undefined;
  };
};

describe('StatBank, which refuses a bound that is no day of its table,', () => {
  const DAYS = ['2026M11D18', '2026M11D19', '2025M12D23'];
  const statBank: Behaviour = ({ body }, response) => {
    const [, days = ''] = /"Tid","values":\["([^"]*)"\]/.exec(body) ?? [];
    const bounds = days.match(/\d{4}M\d\dD\d\d/g) ?? [];
    if (bounds.some((day) => !DAYS.includes(day))) {
      response.writeHead(400).end('{"errorTypeCode":"EXTRACT-NOTFOUND"}');
      return undefined;
    }
    const chosen = days.endsWith('*') ? DAYS.filter((day) => day.startsWith(days.slice(0, -1))) : DAYS.slice(0, 2);
    return ['VALUTA;KURTYP;TID;INDHOLD', ...chosen.map((day) => `USD;KBH;${day};640.1`), ''].join('\n');
  };

  it('gives its newest days on a day that it does not know', async () => {
    const { lines, failures } = await ask('DNB', statBank, { today: '2026-11-22' });
    expect([lines, failures]).toEqual([['2026-11-18 100 USD/DKK mid 640.1', '2026-11-19 100 USD/DKK mid 640.1'], []]);
  });

  it('gives a year that ends on a holiday', async () => {
    const { lines, failures } = await ask('DNB', statBank, { from: '2025-12-20', to: '2025-12-31' });
    expect([lines, failures]).toEqual([['2025-12-23 100 USD/DKK mid 640.1'], []]);
  });
});

describe('the central bank of Costa Rica', () => {
  it('is answered with the header that it has asked for since July 2026', async () => {
    const { text: body } = fixtureOf('BCCR');
    const { failures, lines } = await ask(
      'BCCR',
      ({ url, headers }, response) => {
        if (url.pathname.endsWith('GenereCSRF')) return '"abc"';
        if (headers['token-csrf'] === 'abc') return body;
        response.writeHead(401).end();
        return undefined;
      },
      { today: '2026-02-02' },
    );
    expect([failures, lines.length > 0]).toEqual([[], true]);
  });
});

describe('the central bank of Chile', () => {
  const env = { BCCH_USER: 'u', BCCH_PASSWORD: 'p' };
  const none = (code: number) => `{"Codigo":${code},"Descripcion":"x","Series":{"seriesId":null,"Obs":null}}`;

  it('is not taken for silent when it refuses the password', async () => {
    const { failures } = await ask('BCCH', () => none(-5), { from: '1994-01-01', to: '1994-01-31', env });
    expect(failures[0]).toContain('the document is not as expected');
  });
});

describe('an address that has moved', () => {
  it.each(['HMRC', 'NBP', 'TCMB'])('is a failure of %s over a month, where each answer is a 404', async (code) => {
    const { failures } = await ask(code, refuse(404), { from: '2026-09-01', to: '2026-09-30' });
    expect(failures.length).toBeGreaterThan(0);
    expect(failures.filter((text) => !text.includes('nothing at any of its addresses'))).toEqual([]);
  });

  it('is a failure of HMRC for a single day too, because a month has a list', async () => {
    const { failures } = await ask('HMRC', refuse(404), { from: '2026-09-10', to: '2026-09-10' });
    expect(failures).toEqual(['HMRC: amended: nothing at any of its addresses']);
  });
});

describe('an answer that is no document', () => {
  const REJECTED =
    '<html><head><title>Request Rejected</title></head><body>The requested URL was rejected.</body></html>';
  /** Each request may be absent here, so that an answer which were taken for a quiet day would pass. */
  it.each([
    ['nothing', ''],
    ['an empty object', '{}'],
    ['a firewall page', REJECTED],
    ['a captcha', '<!DOCTYPE html><html><body><form><img src="captcha.png"><input name="code"></form></body></html>'],
  ])('is never a quiet day: %s', (_, body) => {
    const quiet = PROVIDERS.flatMap(({ code, feeds }) =>
      feeds.flatMap((feed) => {
        const url = [...feed.latest(parseIsoDate('2026-11-20'), {})][0]?.url ?? 'https://bank.example/';
        const request = { method: 'GET', url, mayBeAbsent: true } as const;
        try {
          const document = feed.schema.parse(feed.read({ request, bytes: Buffer.from(body), contentType: '' }));
          const isSilent = feed.isSilent?.(document) === true;
          const answer = { request, bytes: Buffer.from(body), contentType: '' };
          return isSilent || [...feed.observe(document, answer)].length === 0 ? [`${code} ${feed.name}`] : [];
        } catch {
          return [];
        }
      }),
    );
    expect(quiet).toEqual([]);
  });
});
