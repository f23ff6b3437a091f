/** `status`, `prove` and `verify` over the address of a gateway: a real process over a real store, as a stranger types it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { freshFolder } from '../support/banks/archives.ts';
import { runProgram, runProgramBeside } from '../support/kit/run-program.ts';
import { startGateway } from '../support/servers/gateway-process.ts';
import { listen } from '../support/servers/loopback.ts';
import { makeNights, openTestStore, publishLogged } from '../support/trees/logged.ts';
import { newKeys } from '../support/trees/release-pair.ts';

const keys = newKeys();
const folder = freshFolder();
const publicKey = join(folder, 'ratetree.pub');
let [dir, address] = ['', ''];

async function gatewayAt(origin: string): Promise<string> {
  const env = { RATETREE_ORIGIN: origin, RATETREE_DEMO_KEY: 'k', RATETREE_ADMIN_PORT: '0', PORT: '0' };
  const [, found = ''] = await startGateway(env).says(/gateway at (http:\S+)/);
  return found;
}

beforeAll(async () => {
  const store = await openTestStore();
  for (const night of await makeNights('2026-03-10', '2026-03-11'))
    await publishLogged(store, keys, night, { now: () => new Date() });
  dir = store.name;
  address = await gatewayAt(dir);
  writeFileSync(publicKey, keys.pem);
});

const { RATETREE_SUBSCRIPTION_KEY: _own, ...env } = process.env;
const run = (words: readonly string[], key: string | null = 'k') =>
  runProgram(words, { cwd: folder, env: { ...env, ...(key !== null && { RATETREE_SUBSCRIPTION_KEY: key }) } });
const KEYED = { ...env, RATETREE_SUBSCRIPTION_KEY: 'k' };
const prove = (...words: readonly string[]) => run(['prove', 'ECB', '2026-03-10', 'USD', '--out', 'a.proof', ...words]);

describe('over the address of a gateway', () => {
  it.each([
    ['', 'k'],
    ['/', 'k'],
    ['/v1', 'k'],
    ['/proof', 'k'],
    ['/key/k', null],
    ['/key/k/proof/', null],
  ])('followed by "%s", with key %s, all three commands read it', (end, key) => {
    const at = `${address}${end}`;
    if (!end.includes('proof')) expect(run(['status', at], key).stdout).toMatch(/^ECB /m);
    expect(run(['prove', 'ECB', 'latest', 'USD', '--from', at, '--out', 'b.proof'], key).status).toBe(0);
    const judged = run(['verify', 'b.proof', '--public-key', publicKey]).stdout;
    expect(judged).toMatch(/^ECB of 2026-03-11: 1 EUR = [\d.]+ USD\n(.*\n)*all good$/m);
    const { status, stdout } = run(['verify', at, '--public-key', publicKey], key);
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^signed by trusted key (.*\n)*good$/m)]);
    expect(stdout).toMatch(/checked [1-9]\d* of \d+ files \([1-9]\d* bytes\), [1-9]\d* manifests/);
    expect(run(['verify', at, '--log', '--public-key', publicKey], key).stdout).toContain('all good');
  });

  it('proves what a proof from the store itself proves', () => {
    const [over, own] = [address, dir].map((from) => {
      expect(prove('--from', from).status).toBe(0);
      return readFileSync(join(folder, 'a.proof'), 'utf8');
    });
    expect(over).toBe(own);
  });

  it('asks for a key where none is set, and says that one is unknown', () => {
    for (const words of [
      ['status', address],
      ['verify', address],
      ['prove', 'ECB', 'latest', 'USD', '--from', address],
    ])
      for (const [key, said] of [
        [null, ' needs a key: set RATETREE_SUBSCRIPTION_KEY to yours'],
        ['other', ': key is unknown; correct RATETREE_SUBSCRIPTION_KEY'],
      ] as const) {
        const { status, stderr } = run(words, key);
        expect([status, stderr]).toEqual([1, expect.stringMatching(new RegExp(`^ratetree: http:\\S+${said}\n$`))]);
      }
  });

  it('has no other releases to check, and no copies', () => {
    expect(run(['verify', address, '--all']).stderr).toContain('is a gateway, which has the release in force alone');
    expect(run(['verify', address, '--stable']).stderr).toContain('leave out --all and --stable');
  });

  it('names an answer whose digits somebody changes on the way', async () => {
    const { url: at } = await listen(async ({ url, headers }, response) => {
      const answer = await fetch(`${address}${url}`, {
        headers: { 'subscription-key': `${headers['subscription-key']}` },
      });
      const text = Buffer.from(await answer.arrayBuffer()).toString('latin1');
      const told = /provider=ECB&format=json&header=true(?:&date=2026-03-10)?$/.test(url ?? '')
        ? text.replace('1.', '2.')
        : text;
      const release = answer.headers.get('ratetree-release') ?? '';
      response.writeHead(answer.status, { 'ratetree-release': release }).end(Buffer.from(told, 'latin1'));
    });
    const { status, stdout } = await runProgramBeside(['verify', at, '--public-key', publicKey], {
      cwd: folder,
      env: KEYED,
    });
    expect([status, stdout]).toEqual([
      1,
      expect.stringMatching(/^bad v1\/latest\/ECB\/EUR\.json \(v1\/latest\?provider=ECB/m),
    ]);
    expect(stdout).toContain('NOT GOOD: 2 faults\n');
    const words = ['prove', 'ECB', '2026-03-10', 'USD', '--from', at];
    const refused = await runProgramBeside(words, { cwd: folder, env: KEYED });
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('is not what the release states')]);
  });
});
