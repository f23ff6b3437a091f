/** `ratetree/client` of the packed package, as programs of others use it: in Node, typed, bundled, and in a browser. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../generator/kit/package.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { packedOnce } from '../support/kit/packed.ts';
import { browserForTests, chromiumIsThere } from '../support/servers/browser.ts';
import { EXPLORER_KEY, gatewayWithPage } from '../support/servers/explorer.ts';
import { listen } from '../support/servers/loopback.ts';
import { embeddedTree } from '../support/trees/embedded.ts';

/** A folder in which the package is installed, without the packages that it needs for other things. */
let folder: string;
let gateway: string;

beforeAll(async () => {
  folder = freshFolder();
  const installed = join(folder, 'node_modules', 'ratetree');
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['xzf', packedOnce().tarball, '-C', installed, '--strip-components=1']);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  gateway = await gatewayWithPage(await embeddedTree());
});

const program = () => `import { Ratetree, toNumber } from 'ratetree/client';
const client = new Ratetree('${gateway}/v1', { key: '${EXPLORER_KEY}' });
const { exchangeRates: { USD } } = await client.latest({ provider: 'ECB' });
const refused = await client.latest({ provider: 'ABC' }).catch((error) => error.errorCode);
const days = [];
for await (const { date } of client.fixings({ currencies: 'USD', from: '2026-03-17', to: '2026-03-18' })) days.push(date);
globalThis.told = [\`\${USD}\`, toNumber(USD), refused, ...days].join(' ');
`;
const TOLD = '1.1555 1.1555 1001 2026-03-17 2026-03-18';

describe('ratetree/client', () => {
  it('runs in Node', () => {
    writeFileSync(join(folder, 'ask.mjs'), `${program()}console.log(globalThis.told);\n`);
    expect(execFileSync(process.execPath, ['ask.mjs'], { cwd: folder, encoding: 'utf8' })).toBe(`${TOLD}\n`);
  });

  it.each(['dom', 'node'])('has types, where the world is that of %s', (world) => {
    const lines = [
      "import { type Rate, type Series, Ratetree, toNumber } from 'ratetree/client';",
      "const client = new Ratetree('https://rates.example/v1', { key: 'k' });",
      "const { exchangeRates } = await client.latest({ currencies: ['USD'] });",
      'export const usd: Rate | undefined = exchangeRates.USD;',
      'export const sides: number[] = (await client.latest({ extended: true })).exchangeRates.map(({ bid }) => toNumber(bid));',
      'export const per: number[] = (await client.latest({ published: true })).exchangeRates.map(({ per }) => toNumber(per));',
      "export const series: Series = await client.series({ from: '2026-01-01' }, { signal: AbortSignal.timeout(1000) });",
      '// @ts-expect-error: a figure is no number',
      'export const twice = usd * 2;',
    ];
    writeFileSync(join(folder, 'typed.ts'), `${lines.join('\n')}\n`);
    const lib = world === 'dom' ? ['--lib', 'es2023,dom', '--types', ''] : ['--lib', 'es2023', '--types', 'node'];
    const types = join(folder, 'node_modules', '@types');
    if (world === 'node') {
      mkdirSync(types, { recursive: true });
      for (const name of ['@types/node', 'undici-types'])
        symlinkSync(join(packageRoot(), 'node_modules', name), join(folder, 'node_modules', name));
    }
    const tsc = join(packageRoot(), 'node_modules', 'typescript', 'bin', 'tsc');
    const options = ['--noEmit', '--strict', '--target', 'es2023', '--module', 'nodenext', ...lib, 'typed.ts'];
    const { stdout, status } = spawnSync(process.execPath, [tsc, ...options], { cwd: folder, encoding: 'utf8' });
    expect([stdout, status]).toEqual(['', 0]);
  });

  it.skipIf(!chromiumIsThere)('runs in a browser and in its workers, bundled, on a page of another host', async () => {
    writeFileSync(join(folder, 'page.js'), `${program()}`);
    const bundled = await rolldown({ input: join(folder, 'page.js'), cwd: folder, platform: 'browser' });
    const { output } = await bundled.generate({ minify: true });
    const html = '<!doctype html><main></main><script type="module" src="page.js"></script>';
    const worker = `${output[0].code};postMessage(globalThis.told);`;
    const bodies: Record<string, [type: string, body: string]> = {
      '/': ['text/html', html],
      '/page.js': ['text/javascript', output[0].code],
      '/worker.js': ['text/javascript', worker],
    };
    const { url } = await listen((request, response) => {
      const [type, body] = bodies[request.url ?? ''] ?? ['text/plain', ''];
      response.writeHead(200, { 'content-type': type }).end(body);
    });
    const tab = await (await browserForTests()).tab();
    await tab.open(`${url}/`);
    await tab.until('globalThis.told !== undefined');
    expect(await tab.evaluate('globalThis.told')).toBe(TOLD);
    const inWorker = `new Promise((resolve) => {
      new Worker('/worker.js', { type: 'module' }).onmessage = ({ data }) => resolve(data);
    })`;
    expect(await tab.evaluate(inWorker)).toBe(TOLD);
  });

  it('is the only part that others may import', () => {
    const { exports: open } = JSON.parse(
      readFileSync(join(folder, 'node_modules', 'ratetree', 'package.json'), 'utf8'),
    );
    expect(Object.keys(open)).toEqual(['./client', './package.json']);
  });
});
