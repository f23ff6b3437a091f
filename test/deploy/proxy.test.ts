/** Two gateways behind nginx, with the lines of docs/proxy.md. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { describe, expect, it } from 'vitest';
import { afterFile } from '../support/kit/after-file.ts';
import { blocksOf, readMarkdown } from '../support/kit/markdown.ts';
import { freePort } from '../support/servers/free-port.ts';
import { DEMO_KEY } from '../support/servers/gateway.ts';
import { startGateway } from '../support/servers/gateway-process.ts';
import { nginxIsThere, startNginxBlock } from '../support/servers/nginx.ts';
import { writeSmallTree } from '../support/trees/small-tree.ts';

const PAGE = readMarkdown('docs/proxy.md');
const LIMIT = 5;

/** The variables of a line that starts a gateway. */
function settingsOf(line: string): Readonly<Record<string, string>> {
  return Object.fromEntries([...line.matchAll(/([A-Z_]+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]));
}

/** What the page says, at free ports. */
async function startAsWritten() {
  const settings = (blocksOf(PAGE, 'sh')[0] ?? '').trim().split('\n').map(settingsOf);
  let server = blocksOf(PAGE, 'nginx')[0] ?? '';
  const origin = { RATETREE_ORIGIN: writeSmallTree(), RATETREE_DEMO_KEY: DEMO_KEY, RATETREE_DRAIN_MS: '300' };
  const gateways = [];
  for (const { PORT = '', ...own } of settings) {
    const [port, adminPort] = [`${await freePort()}`, `${await freePort()}`];
    expect(server).toContain(`server 127.0.0.1:${PORT};`);
    server = server.replace(`127.0.0.1:${PORT};`, `127.0.0.1:${port};`);
    const limits = { RATETREE_KEYLESS_PER_MINUTE: `${LIMIT}` };
    gateways.push(startGateway({ ...origin, ...limits, ...own, PORT: port, RATETREE_ADMIN_PORT: adminPort }));
  }
  await Promise.all(gateways.map(({ says }) => says(/gateway at/)));
  const port = await freePort();
  const nginx = await startNginxBlock(server.replace('listen 8000;', `listen 127.0.0.1:${port};`), port);
  afterFile(() => nginx.stop());
  const ask = async (query = '') => {
    const headers = { 'subscription-key': DEMO_KEY };
    const answer = await fetch(`${nginx.address}/v1/latest?provider=NBU${query}`, { headers });
    return `${answer.status} ${await answer.text()}`;
  };
  return { gateways, address: nginx.address, ask };
}

describe.skipIf(!nginxIsThere)('two gateways behind nginx', () => {
  it('share the requests, and one that is stopped or killed costs none', async () => {
    const { gateways, ask } = await startAsWritten();
    const [first, second] = gateways;
    expect(gateways).toHaveLength(2);
    const linesOf = (gateway: typeof first) => (gateway?.heard.out ?? '').split('\n').length - 1;
    let lost: string[] = [];
    const askOften = async (times: number, whileAsking: () => void = () => {}) => {
      for (let count = 0; count < times; count++) {
        if (count === 10) whileAsking();
        const answer = await ask();
        if (!answer.startsWith('200 {"provider":"NBU"')) lost = [...lost, answer];
      }
    };
    await askOften(40);
    await expect.poll(() => linesOf(first) + linesOf(second)).toBe(40);
    expect(Math.min(linesOf(first), linesOf(second))).toBeGreaterThan(10);
    await askOften(40, () => first?.child.kill('SIGTERM'));
    expect(await first?.ended).toEqual([0, null]);
    await askOften(40);
    expect(lost).toEqual([]);
    second?.child.kill('SIGKILL');
    await second?.ended;
    expect(await ask()).toMatch(/^502/);
  });

  it('count for each client address, whatever the client says of itself, and read long addresses', async () => {
    const { address, ask } = await startAsWritten();
    // Within one minute of the clock, at whose turn counts begin anew.
    if (Date.now() % 60_000 > 50_000) await sleep(60_050 - (Date.now() % 60_000));
    const from = async (localAddress: string, forged: string) => {
      const dispatcher = new Agent({ localAddress });
      const headers = { 'x-forwarded-for': forged };
      const { statusCode, body } = await request(`${address}/v1/latest`, { dispatcher, headers });
      await body.dump();
      await dispatcher.close();
      return statusCode;
    };
    const statuses = [];
    for (let count = 0; count < 3 * LIMIT; count++) statuses.push(await from('127.0.0.9', `192.0.2.${count}`));
    expect(statuses.filter((status) => status === 200)).toHaveLength(2 * LIMIT);
    expect(statuses.at(-1)).toBe(429);
    expect(await from('127.0.0.10', '192.0.2.1')).toBe(200);
    expect(await ask(`&currencies=${'EUR,'.repeat(2500)}`)).toMatch(/^400 .*1103/s);
  });
});
