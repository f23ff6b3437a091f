/** `ratetree mcp` as it is started: by an assistant on standard input and output, and by HTTP with keys. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { request } from 'undici';
import { describe, expect, it } from 'vitest';
import { freshFolder } from '../support/banks/archives.ts';
import { afterFile } from '../support/kit/after-file.ts';
import { PROGRAM } from '../support/kit/program.ts';
import { keyRecord } from '../support/servers/gateway.ts';
import { writeSmallTree } from '../support/trees/small-tree.ts';

const tree = writeSmallTree();
const QUESTION = { name: 'convert', arguments: { amount: '100', base: 'EUR', to: 'USD', date: '2026-03-13' } };
const ANSWER = '{"provider":"GLOBAL","date":"2026-03-13","base":"EUR","amount":100,"conversions":{"USD":117.17}}';

const toClient = () => new Client({ name: 'test', version: '1' });

async function startHttp(words: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [PROGRAM, 'mcp', '--http', '0', '--origin', tree, ...words], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  afterFile(() => child.kill('SIGKILL'));
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stderr })) {
    said.push(line);
    const [, url] = /answers at (http:\S+)$/.exec(line) ?? [];
    if (url !== undefined) return { child, url };
  }
  throw new Error(`ended before it answered: ${said.join('\n')}`);
}

async function stop(child: ChildProcess): Promise<unknown> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  return (await ended)[0];
}

describe('an assistant', () => {
  it('starts the program, asks on standard input, and ends it by going', async () => {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [PROGRAM, 'mcp', '--origin', tree],
      stderr: 'pipe',
    });
    const client = toClient();
    await client.connect(transport);
    const { content } = await client.callTool(QUESTION);
    expect(content).toEqual([{ type: 'text', text: ANSWER }]);
    const { pid } = transport;
    await client.close();
    expect(() => process.kill(pid ?? 0, 0)).toThrow(/ESRCH/);
  });

  it('ends it by going where standard input is a file, too', async () => {
    const child = spawn(process.execPath, [PROGRAM, 'mcp', '--origin', tree], { stdio: 'ignore' });
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it.each<[string, string, number, string]>([
    ['ends it by reading no further', '{"jsonrpc":"2.0","id":1,"method":"ping"}\n', 0, ''],
    ['is told of a message without end', 'x'.repeat(11_000_000), 1, 'a message of more than 10 MB'],
  ])('%s', async (_, message, code, words) => {
    const child = spawn(process.execPath, [PROGRAM, 'mcp', '--origin', tree]);
    afterFile(() => child.kill('SIGKILL'));
    let said = '';
    child.stderr.on('data', (part) => {
      said += part;
    });
    child.stdin.on('error', () => {});
    child.stdout.destroy();
    child.stdin.write(message);
    expect(await once(child, 'close')).toEqual([code, null]);
    expect(said).toContain(words);
    expect(said.split('\n').length).toBeLessThan(3);
  });

  it('asks by HTTP on this machine without a key', async () => {
    const { child, url } = await startHttp([]);
    const client = toClient();
    await client.connect(new StreamableHTTPClientTransport(new URL(url)) as Parameters<Client['connect']>[0]);
    expect((await client.callTool(QUESTION)).content).toEqual([{ type: 'text', text: ANSWER }]);
    expect((await client.listTools()).tools.length).toBeGreaterThan(8);
    await client.close();
    expect(await stop(child)).toBe(0);
  });

  it('needs a key where the server has keys, and its plan holds', async () => {
    const file = join(freshFolder(), 'keys.json');
    const narrow = keyRecord('narrow', 'narrow-key', { plan: { operations: ['currencies'], requestsPerMinute: null } });
    writeFileSync(file, JSON.stringify({ keys: [keyRecord('whole', 'whole-key'), narrow] }));
    const { child, url } = await startHttp(['--host', '0.0.0.0'], { RATETREE_KEYS: file });
    const answers = await Promise.all(
      ['whole-key', 'narrow-key', 'other', null].map(async (key) => {
        const headers: Record<string, string> = key === null ? {} : { 'subscription-key': key };
        const client = toClient();
        const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
        await client.connect(transport as Parameters<Client['connect']>[0]);
        const { content } = await client.callTool(QUESTION);
        await client.close();
        return (content as { text: string }[])[0]?.text;
      }),
    );
    expect(answers).toEqual([
      ANSWER,
      'plan of this key does not include /v1/convert (1019)',
      'key is unknown (1402)',
      expect.stringMatching(/^key is missing; send it in the header Subscription-Key .* \(1401\)$/),
    ]);
    await stop(child);
  });
});

describe('a server on this machine', () => {
  it('refuses a page of another site, another name, another path, and a stream', async () => {
    const { child, url } = await startHttp([]);
    const { port } = new URL(url);
    const ask = async (method: 'POST' | 'GET', path: string, headers: Record<string, string>) => {
      const { statusCode, body } = await request(`http://127.0.0.1:${port}${path}`, { method, headers });
      await body.dump();
      return statusCode;
    };
    expect([
      await ask('POST', '/mcp', { origin: 'https://evil.example' }),
      await ask('POST', '/mcp', { host: 'evil.example' }),
      await ask('POST', '/', {}),
      await ask('GET', '/mcp', {}),
    ]).toEqual([403, 403, 404, 405]);
    await stop(child);
  });

  it.each<[string, string[], RegExp]>([
    [
      'is not opened to others without keys',
      ['--host', '0.0.0.0'],
      /--host 0\.0\.0\.0 is open to others: set RATETREE_/,
    ],
    ['needs a tree', ['--origin', '/nowhere'], /--origin names no directory: \/nowhere/],
  ])('%s', async (_, words, message) => {
    await expect(startHttp(words)).rejects.toThrow(message);
  });
});
