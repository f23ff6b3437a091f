/**
 * Asks N odd requests over all operations, dialects and tools for assistants, from a seed. None may be our fault (5xx),
 * and none may have two meanings: asked again, in another spelling, in another coding or by HEAD, a request must have
 * the same answer. Ends with 1 and the requests that break this.
 *
 * node build/scripts/bench/fuzz.js [--requests 200000] [--seed 1] [--tree dist]
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { packageRoot } from '../../generator/kit/package.ts';
import { treeAsker } from '../../server/clients/ask/asker.ts';
import { toServer } from '../../server/clients/mcp/tools.ts';
import { createGateway } from '../../server/gateway.ts';
import { toSubscribers } from '../../server/request/keys/api-keys.ts';
import { folderObjects } from '../../server/trees/open.ts';
import { ReleaseStore } from '../../server/trees/release.ts';
import { randomOf } from '../../test/support/kit/random.ts';
import { oddRequest, oddValue, respelled, toUrl } from './odd-requests.ts';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '200000' },
    seed: { type: 'string', default: '1' },
    tree: { type: 'string', default: join(packageRoot(), 'dist') },
  },
});
const FAULTS_MAX = 20;
/** Of so many requests, one is a call of a tool, which takes longer. */
const TOOL_EVERY = 10;
const KEY = 'key-of-the-fuzz';

const random = randomOf(Number.parseInt(values.seed, 10));
const faults: string[] = [];
const met = new Map<string, number>();
const said: string[] = [];
const store = new ReleaseStore(folderObjects(values.tree), null);
/** The day of the tree, so that its dates are neither old nor to come. */
const nowMs = Date.parse(`${(await store.current())?.release.date}T12:00:00Z`);
const gateway = createGateway({
  store,
  nowMs: () => nowMs,
  subscribers: () => toSubscribers([], KEY),
  accessLog: null,
  cacheBytesMax: 32 * 1024 * 1024,
  unknownKeysPerMinute: 60,
  keylessPerMinute: null,
  say: (line) => said.push(line),
});
await gateway.catalogue.refresh();
const client = await toClient();
const count = Number.parseInt(values.requests, 10);
for (let place = 0; place < count && faults.length < FAULTS_MAX; place++) {
  if (place % TOOL_EVERY === 0) await judgeTool();
  else await judgeRequest();
}
await client.close();
faults.push(...said.filter((line) => line.startsWith('bug')));
console.log(
  [...met]
    .sort()
    .map(([status, times]) => `${status}: ${times}`)
    .join(', '),
);
for (const fault of faults.slice(0, FAULTS_MAX)) console.log(fault);
console.log(faults.length === 0 ? `${count} requests (seed ${values.seed}), nothing found` : `${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;

async function ask(url: string, coding = 'identity', method = 'GET') {
  const headers = { 'subscription-key': KEY, 'accept-encoding': coding };
  const { status, headers: list, body } = await gateway.handler({ method, url, headers, remoteAddress: '192.0.2.1' });
  return { status, headers: list, body: body ?? Buffer.alloc(0) };
}

async function judgeRequest(): Promise<void> {
  const request = oddRequest(random);
  const url = toUrl(request);
  const first = await ask(url);
  note(`${first.status}`);
  if (first.status >= 500) faults.push(`${first.status} ${url}`);
  const again = await ask(url);
  if (again.status !== first.status || !again.body.equals(first.body)) faults.push(`two answers: ${url}`);
  const other = respelled(request, random);
  const spelled = await ask(other);
  if (meaningOf(spelled) !== meaningOf(first)) {
    faults.push(
      `two meanings: ${url}\n  ${meaningOf(first).slice(0, 300)}\n  ${other}\n  ${meaningOf(spelled).slice(0, 300)}`,
    );
  }
  if (random.below(10) === 0) await judgeTransport(url, first);
}

type Asked = Awaited<ReturnType<typeof ask>>;

/** What an answer says. A message quotes the value as it was sent, so of a refusal it is the code. */
function meaningOf({ status, body }: Asked): string {
  if (status < 300) return `${status} ${body}`;
  const code = /(?:"?(?:errorCode|code|status)"?[:>]\s*"?(\d+))/.exec(`${body}`)?.[1];
  return `${status} ${code}`;
}

async function judgeTransport(url: string, first: Asked): Promise<void> {
  const head = await ask(url, 'identity', 'HEAD');
  if (head.status !== first.status || head.headers.join() !== first.headers.join() || head.body.length > 0) {
    faults.push(`HEAD differs: ${url}`);
  }
  for (const [coding, decode] of [
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
  ] as const) {
    const coded = await ask(url, coding);
    const body = coded.headers.includes('Content-Encoding') ? decode(coded.body) : coded.body;
    if (!body.equals(first.body)) faults.push(`${coding} differs: ${url}`);
  }
}

async function toClient(): Promise<Client> {
  const asker = await treeAsker({ store, nowMs: () => nowMs, say: (line) => said.push(line) });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await toServer({ asker, version: '1', nowMs: () => nowMs }).connect(far);
  const made = new Client({ name: 'fuzz', version: '1' });
  await made.connect(near);
  return made;
}

async function judgeTool(): Promise<void> {
  const { tools } = await client.listTools();
  const { name, inputSchema } = random.pick(tools);
  const names = Object.keys(inputSchema.properties ?? {}).filter(() => random.below(3) > 0);
  const parameters = Object.fromEntries(names.map((one) => [one, oddValue(one, random)]));
  const call = async () => {
    try {
      return JSON.stringify(await client.callTool({ name, arguments: parameters }));
    } catch (error) {
      return `thrown: ${error}`;
    }
  };
  const [first, again] = [await call(), await call()];
  const words = `tool ${name} ${JSON.stringify(parameters)}`;
  note(first.includes('"isError":true') ? 'tool refused' : 'tool answered');
  if (first !== again) faults.push(`two answers: ${words}`);
  if (first.startsWith('thrown') || /\((?:1500|1503)\)/.test(first)) faults.push(`${first.slice(0, 300)}: ${words}`);
}

function note(what: string): void {
  met.set(what, (met.get(what) ?? 0) + 1);
}
