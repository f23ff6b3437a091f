/**
 * The Dockerfile built by buildah, and the image run as its user, with a root file system that nobody can write: what
 * docs/install.md says of it, with what stands there for `docker run`.
 */
import { type ChildProcess, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { classesOf, readLicences } from '../../generator/sources/facts/licences.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { buildImage, noEngine, runImage, Unreached } from '../support/deploy/engine.ts';
import { execForm, readDockerfile } from '../support/deploy/image.ts';
import { runProgram } from '../support/kit/run-program.ts';
import { freePort } from '../support/servers/free-port.ts';
import { calm, DAYS, recordings } from '../support/trees/nights-by-command.ts';

const LAYERS_MB_MAX = 60;
const USER = 65532;
const ENTRYPOINT = execForm('ENTRYPOINT');
/** No bank can be reached through a port at which nobody listens. */
const OFFLINE = { HTTPS_PROXY: 'http://127.0.0.1:9', HTTP_PROXY: 'http://127.0.0.1:9', NO_PROXY: '127.0.0.1' };

if (noEngine !== null) console.log(`skipped: no image is built here (${noEngine})`);

describe.skipIf(noEngine !== null)('the image', () => {
  const folder = freshFolder();
  const running: ChildProcess[] = [];
  let image: ReturnType<typeof buildImage> | null = null;

  beforeAll(() => {
    try {
      image = buildImage(folder);
    } catch (error) {
      if (!(error instanceof Unreached)) throw error;
      console.log('skipped: no registry can be reached, so the image is not built');
    }
  }, 600_000);
  afterAll(() => {
    for (const child of running) child.kill('SIGKILL');
    image?.buildah('rm', '--all');
  });
  function built(context: { skip: (condition: boolean, note: string) => void }) {
    context.skip(image === null, 'no registry can be reached, so the image is not built');
    if (image === null) throw new TypeError('no image');
    return image;
  }

  /** A volume of the image's user: empty as a folder of the machine is, or with what the image has there. */
  function volume(from?: string): string {
    const work = freshFolder();
    if (from !== undefined) cpSync(from, work, { recursive: true });
    spawnSync('chown', ['-R', `${USER}:${USER}`, work]);
    return work;
  }

  const env = async (more: Readonly<Record<string, string>> = {}) => {
    const own = readDockerfile().findLast(({ name }) => name === 'ENV')?.text ?? '';
    const pairs = [...own.matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value] as const);
    const ports = { PORT: `${await freePort()}`, RATETREE_ADMIN_PORT: `${await freePort()}`, RATETREE_DRAIN_MS: '0' };
    return { ...Object.fromEntries(pairs), ...OFFLINE, ...ports, ...more };
  };
  const ended = async (child: ChildProcess) => (await once(child, 'close'))[0] as number | null;

  /** Starts it, and asks until it answers. */
  async function started(root: string, work: string, words: readonly string[], own: Readonly<Record<string, string>>) {
    const began = performance.now();
    const child = runImage(root, work, [...ENTRYPOINT, ...words], own);
    running.push(child);
    const heard = { said: '' };
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (heard.said += chunk));
    const ask = async (question = 'latest?currencies=USD') => {
      const { statusCode, body } = await request(`http://127.0.0.1:${own.PORT}/v1/${question}`);
      return { status: statusCode, text: await body.text() };
    };
    for (;;) {
      const answer = await ask().catch(() => null);
      if (answer !== null) return { child, heard, ask, answer, seconds: (performance.now() - began) / 1000 };
      if (child.exitCode !== null) throw new Error(heard.said);
      await sleep(20);
    }
  }

  it('adds at most 60 MB to its base, and nothing that was needed to build it', (context) => {
    const { root, buildah, container } = built(context);
    for (const path of ['build/program/ratetree.js', 'build/page/index.html', 'data/archive', 'node_modules/undici'])
      expect(existsSync(join(root, 'app', path)), path).toBe(true);
    for (const path of ['node_modules/typescript', 'node_modules/vitest', 'test', 'build/scripts/dev'])
      expect(existsSync(join(root, 'app', path)), path).toBe(false);
    const sizes = ['app', 'work'].map((name) => {
      const { stdout } = spawnSync('du', ['-s', '--apparent-size', '--block-size=1000', join(root, name)], {
        encoding: 'utf8',
      });
      return Number.parseInt(stdout, 10) / 1000;
    });
    console.log(`over its base the image has ${sizes.join(' MB in /app and ')} MB in /work`);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(LAYERS_MB_MAX);
    // The engine's own way to run it.
    const version = buildah('run', '--isolation', 'chroot', container, '--', ...ENTRYPOINT, '--version');
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  });

  it('holds a signed release of what anybody may pass on, and no key that could sign another', (context) => {
    const work = join(built(context).root, 'work');
    expect(readdirSync(join(work, '.ratetree')).filter((name) => name.includes('pem'))).toEqual(['demo.pem.pub']);
    const key = join(work, '.ratetree', 'demo.pem.pub');
    const judged = runProgram(['verify', join(work, 'dist'), '--public-key', key], { cwd: folder });
    expect(judged.status, judged.stderr).toBe(0);
    const { providers } = JSON.parse(readFileSync(join(work, 'dist', 'v1', 'status.json'), 'utf8')) as {
      providers: { provider: string; last: string | null }[];
    };
    const classes = classesOf(readLicences());
    const given = providers.filter(({ provider, last }) => provider !== 'GLOBAL' && last !== null);
    expect(new Set(given.map(({ provider }) => classes.get(provider)))).toEqual(new Set(['free', 'attribution']));
  });

  it('answers at once and without a key, says so, and puts what follows in force without a new start', async (context) => {
    const { root } = built(context);
    const work = volume(join(root, 'work'));
    const own = await env();
    const { child, heard, ask, answer, seconds } = await started(root, work, execForm('CMD'), own);
    // Of any day in the embedded month, and in any base, before the older figures are made.
    const earlier = await ask('historical?date=2026-03-11&base=USD&currencies=EUR');
    expect(earlier).toEqual({ status: 200, text: expect.stringContaining('"date":"2026-03-11","base":"USD"') });
    console.log(`the first answer came after ${seconds.toFixed(2)} s`);
    expect(answer).toEqual({ status: 200, text: expect.stringMatching(/^\{"provider":"GLOBAL","date":"2026-03-/) });
    const check = () => ended(runImage(root, work, execForm('HEALTHCHECK'), own));
    expect(await check()).toBe(0);
    for (let tries = 0; tries < 600 && !heard.said.includes('No bank could be reached'); tries++) await sleep(200);
    const lines = heard.said.split('\n');
    expect(lines.slice(0, 4)).toEqual([
      expect.stringMatching(/^Ratetree [\d.]+ works in the folder \/work\./),
      'Serving what is in dist.',
      expect.stringMatching(/^GLOBAL is of 2026-03-/),
      'Nobody needs a key: 60 requests a minute of each address are answered.',
    ]);
    expect(lines).toContainEqual(expect.stringMatching(/^Built the tree in .*, signed; its key is /));
    child.kill('SIGTERM');
    expect(await ended(child)).toBe(0);
    expect(await check()).toBe(1);
  });

  it('makes what it needs in an empty volume, and wants keys as soon as there is a key file', async (context) => {
    const { root } = built(context);
    const work = volume();
    const add = runImage(root, work, [...ENTRYPOINT, 'keys', 'add', 'alice', '--file', 'keys.json'], await env());
    expect(await ended(add)).toBe(0);
    const own = await env({ RATETREE_KEYS: 'keys.json' });
    const { child, answer } = await started(root, work, execForm('CMD'), own);
    expect(answer.status).toBe(401);
    child.kill('SIGTERM');
    expect(await ended(child)).toBe(0);
  });

  it('runs a night and a gateway, which needs keys unless it is told otherwise', async (context) => {
    const { root } = built(context);
    const work = volume();
    const replay = recordings(DAYS, calm);
    mkdirSync(join(work, 'recordings'));
    cpSync(replay, join(work, 'recordings'), { recursive: true });
    spawnSync('chmod', ['-R', 'a+rX', work]);
    const flags = ['--replay', 'recordings', '--provider', 'ECB', '--bases', 'EUR', '--date', '2026-03-13'];
    const night = runImage(
      root,
      work,
      [...ENTRYPOINT, 'nightly', 'releases', ...flags],
      await env({ TMPDIR: '/work' }),
    );
    expect(await ended(night)).toBe(0);
    const own = await env({ RATETREE_ORIGIN: 'releases' });
    expect(await ended(runImage(root, work, [...ENTRYPOINT, 'serve'], own))).toBe(1);
    const { child, ask } = await started(root, work, ['serve'], { ...own, RATETREE_KEYLESS_PER_MINUTE: '60' });
    expect((await ask()).status).not.toBe(401);
    child.kill('SIGTERM');
    expect(await ended(child)).toBe(0);
  });
});
