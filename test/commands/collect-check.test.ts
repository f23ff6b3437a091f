/** `collect --check` as a user sees it: the compiled program, its table and its exit code. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freshFolder } from '../support/banks/archives.ts';
import { type RecordedDocument, record } from '../support/banks/recorded-bank.ts';
import { afterFile } from '../support/kit/after-file.ts';
import { PROGRAM } from '../support/kit/program.ts';
import { runProgram, runProgramBeside } from '../support/kit/run-program.ts';
import { certify, opensslIsThere } from '../support/servers/certificates.ts';
import { freePort } from '../support/servers/free-port.ts';
import { listen, status } from '../support/servers/loopback.ts';

const hasOpenssl = opensslIsThere('collect --check of a bank over TLS');

function check(flags: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const archive = join(freshFolder(), 'archive');
  const run = runProgram(['collect', '--check', '--archive', archive, ...flags], { env: { ...process.env, ...env } });
  return { status: run.status, lines: run.stdout.split('\n'), stderr: run.stderr, hasArchive: existsSync(archive) };
}

const recordedAt = '2026-07-06T18:00:00Z';
const ecb = (day: string): RecordedDocument => ({
  url: 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml',
  body: `<Envelope><Cube><Cube time="${day}"><Cube currency="USD" rate="1.14"/></Cube></Cube></Envelope>`,
  recordedAt,
});
const nbu = (body: string): RecordedDocument => ({
  url: 'https://bank.gov.ua/NBU_Exchange/exchange_site?start=20260629&end=20260713&sort=exchangedate&order=asc&json',
  body,
  recordedAt,
});
const nbs: RecordedDocument = {
  url: 'https://webappcenter.nbs.rs/ExchangeRateWebApp/ExchangeRate/IndexByDate?isSearchExecuted=true&Date=06.07.2026.&ExchangeRateListTypeID=3',
  body: '<html><title>Request Rejected</title></html>',
  recordedAt,
};

const mnb = (day: string) => {
  const list = `<MNBExchangeRates><Day date="${day}"><Rate unit="1" curr="EUR">402,61</Rate></Day></MNBExchangeRates>`;
  const escaped = list.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><GetExchangeRatesResponse xmlns="http://www.mnb.hu/webservices/"><GetExchangeRatesResult>${escaped}</GetExchangeRatesResult></GetExchangeRatesResponse></s:Body></s:Envelope>`;
};

/** A process of its own, because Node reads NODE_EXTRA_CA_CERTS only when it starts. */
async function runAlone(words: readonly string[], { env }: { readonly env: NodeJS.ProcessEnv }) {
  const child = spawn(process.execPath, [PROGRAM, ...words], { env });
  let stdout = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.resume();
  const [status] = await once(child, 'close');
  return { status, stdout };
}

/** The environment of a program for which a proxy on this machine leads to a server with MNB's name and certificate. */
async function proxyFor(answer: RequestListener) {
  const host = 'www.mnb.hu';
  const authority = certify({ name: 'Authority of banks' });
  const bank = createServer(certify({ name: host, issuer: authority, hosts: [host] }), answer);
  await new Promise<void>((resolve) => bank.listen(0, '127.0.0.1', resolve));
  afterFile(() => void bank.close());
  const proxy = await listen(status(400));
  proxy.server.on('connect', ({ url }, socket) => {
    const asked = url === `${host}:443` ? (bank.address() as AddressInfo).port : 0;
    const self = connect(asked, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      self.pipe(socket).pipe(self);
    });
    for (const end of [socket, self]) end.on('error', () => end.destroy());
  });
  const trusted = join(freshFolder(), 'ca.pem');
  writeFileSync(trusted, authority.cert);
  const named = { HTTPS_PROXY: proxy.url, https_proxy: '', NO_PROXY: '', no_proxy: '' };
  return { env: { ...process.env, ...named, NODE_EXTRA_CA_CERTS: trusted } };
}

describe('collect --check', () => {
  it('prints a line for each bank, archives nothing, and ends with 0 if all is as expected', async () => {
    const dir = freshFolder();
    record(dir, 'ECB', [ecb('2026-07-06')]);
    const { status, lines, hasArchive } = check(['--replay', dir, '--provider', 'ECB']);
    expect(lines).toEqual([
      'PROVIDER  ANSWERED  UNDERSTOOD  NEWEST      FIGURES  DIFFERS FROM WHAT IS EXPECTED',
      'ECB       1 of 1    1 of 1      2026-07-06  1        -',
      '',
      'checked 1 providers: 1 answered, 0 need a look',
      '',
    ]);
    expect([status, hasArchive]).toEqual([0, false]);
  });

  it('names what differs, each bank in its own way, and ends with 2', async () => {
    const dir = freshFolder();
    record(dir, 'ECB', [ecb('2026-06-01')]);
    record(dir, 'NBU', [nbu('<html>Request Rejected</html>')]);
    record(dir, 'NBS', [nbs]);
    const { status, lines } = check(['--replay', dir, '--provider', 'ECB,NBU,NBS']);
    expect(lines[1]).toBe(
      'ECB       1 of 1    1 of 1      2026-06-01  1        its newest figures are dated 2026-06-01, and the next were due on 2026-06-02',
    );
    expect(lines[2]).toMatch(
      /^NBS {7}1 of 1 {4}0 of 1 {6}- {11}0 {8}middle, page, .*; known: no page of a single day was rec/,
    );
    expect(lines[3]).toMatch(
      /^NBU {7}1 of 1 {4}0 of 1 {6}- {11}0 {8}official, .*a different kind of page: a firewall page/,
    );
    expect(lines.slice(5, 9)).toEqual([
      expect.stringMatching(/^STATE +WHAT TO DO +PROVIDERS$/),
      expect.stringMatching(/^another page +something stands in front of the list.* NBS, NBU$/),
      expect.stringMatching(/^late +the bank may have stopped.* ECB$/),
      '',
    ]);
    expect([lines.at(-2), status]).toEqual(['checked 3 providers: 3 answered, 2 need a look', 2]);
  });

  it('names the host of an address and the first problem of a bank, and with --verbose all of them', async () => {
    const dir = freshFolder();
    record(dir, 'ECB', [{ ...ecb('2026-07-06'), body: '<html>maintenance</html>' }]);
    record(dir, 'NBU', [nbu('[]'), nbu('<html>Request Rejected</html>')]);
    const flags = ['--replay', dir, '--provider', 'ECB'];
    const [brief, whole] = [check(flags).lines[1], check([...flags, '--verbose']).lines[1]];
    expect(brief).toMatch(/ www\.ecb\.europa\.eu: /);
    expect(whole).toContain(`${ecb('').url}: `);
  });

  it('does not end with 2 because of a bank that is known to be doubtful', async () => {
    const dir = freshFolder();
    record(dir, 'NBS', [nbs]);
    expect(check(['--replay', dir, '--provider', 'NBS']).status).toBe(0);
  });

  it('says that the machine may not be on the network if nobody answers', async () => {
    const proxy = `http://127.0.0.1:${await freePort()}`;
    const { status, lines } = check(['--provider', 'MNB', '--budget', '1'], { HTTPS_PROXY: proxy, NO_PROXY: '' });
    expect(lines[0]).toBe('no source answered: is this machine on the network, and does it need HTTPS_PROXY?');
    expect(lines[3]).toMatch(/^MNB {7}0 of 1 {4}0 of 0 {6}- .*(ECONNREFUSED|the time for collecting ran out)/);
    expect(status).toBe(2);
  });

  it.skipIf(!hasOpenssl)(
    'keeps every answer with --keep, and collect --replay reads the same figures from it',
    async () => {
      const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
      const proxy = await proxyFor((_, response) => {
        response.writeHead(200, {
          'content-type': 'text/xml; charset=utf-8',
          'x-served-by': 'mnb',
          'set-cookie': 'a=1',
        });
        response.end(mnb(day));
      });
      const [kept, archive] = [join(freshFolder(), 'kept'), join(freshFolder(), 'archive')];
      const checked = await runAlone(['collect', '--check', '--provider', 'MNB', '--keep', kept], proxy);
      expect(checked.stdout).toMatch(new RegExp(`^MNB {7}1 of 1 {4}1 of 1 {6}${day}  1 `, 'm'));
      const source = readFileSync(join(kept, 'MNB', 'source.json'), 'utf8');
      expect(JSON.parse(source).requests).toMatchObject([
        { method: 'POST', url: 'https://www.mnb.hu/arfolyamok.asmx', headers: { 'x-served-by': 'mnb' } },
      ]);
      expect(source).not.toContain('cookie');
      const replay = ['collect', '--replay', kept, '--provider', 'MNB', '--archive', archive];
      const replayed = await runProgramBeside(replay);
      expect(replayed.status).toBe(0);
      expect(readFileSync(join(archive, 'MNB', `${day.slice(0, 4)}.csv`), 'utf8')).toContain(
        `${day},EUR,HUF,1,,402.61,`,
      );
    },
  );

  it.skipIf(!hasOpenssl)(
    'keeps a refusal too, and says of it the same with --replay as it said of the bank',
    async () => {
      const page = '<html><title>Access Denied</title></html>';
      const proxy = await proxyFor((_, response) => void response.writeHead(403, { server: 'Gate' }).end(page));
      const kept = join(freshFolder(), 'kept');
      const flags = ['collect', '--check', '--provider', 'MNB'];
      const checked = await runAlone([...flags, '--keep', kept], proxy);
      expect(checked.stdout).toMatch(/^MNB {7}0 of 1 .*mnb\.hu.*: the source answers 403, a firewall page$/m);
      expect(readFileSync(join(kept, 'MNB', '001.bin'), 'utf8')).toBe(page);
      const { requests } = JSON.parse(readFileSync(join(kept, 'MNB', 'source.json'), 'utf8'));
      expect(requests).toMatchObject([{ status: 403, headers: { server: 'Gate' } }]);
      const replayed = await runProgramBeside([...flags, '--replay', kept]);
      expect(replayed.stdout.split('\n').slice(0, 4)).toEqual(checked.stdout.split('\n').slice(0, 4));
      expect([checked.status, replayed.status]).toEqual([2, 2]);
    },
  );

  it.each([
    ['without --check', ['collect', '--keep', 'x'], '--keep goes with --check'],
    ['with --replay', ['collect', '--check', '--keep', 'x', '--replay', 'y'], 'leave out --replay'],
    ['for a folder that has something in it', ['collect', '--check', '--keep', 'generator'], 'name a new folder'],
  ])('refuses --keep %s', (_, flags, words) => {
    const { status, stderr } = runProgram(flags);
    expect([status, stderr]).toEqual([1, expect.stringContaining(words)]);
  });

  it('refuses a flag that is about archiving', () => {
    const { status, stderr } = check(['--from=2026-07-01']);
    expect(stderr).toBe('ratetree: --check asks for the newest lists and archives nothing: leave out --from\n');
    expect(status).toBe(1);
  });
});
