/** The Dockerfile carried out here: the layers' commands in folders, and the image's own commands as its user. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshFolder } from '../support/banks/archives.ts';
import { buildImage, execForm, Ran } from '../support/deploy/image.ts';
import { NOT_REACHED } from '../support/kit/packing.ts';
import { freePort } from '../support/servers/free-port.ts';
import { calm, DAYS, recordings } from '../support/trees/nights-by-command.ts';

/** The user of the image. Only root can become another one. */
const USER = process.getuid?.() === 0 ? { uid: 65532, gid: 65532 } : {};

describe('the image', () => {
  const folder = freshFolder();
  let image: ReturnType<typeof buildImage> | null = null;
  let gateway: ChildProcess | null = null;

  beforeAll(() => {
    // The image's user must reach it, and the folder of all tests is closed.
    for (const path of [folder, dirname(folder)]) chmodSync(path, 0o711);
    try {
      image = buildImage(folder);
    } catch (error) {
      if (!(error instanceof Ran) || !NOT_REACHED.test(error.message)) throw error;
      console.log('skipped: no registry can be reached, so the image is not built');
      return;
    }
    if (USER.uid !== undefined) chownSync(join(image.root, 'work'), USER.uid, USER.gid);
  }, 300_000);
  afterAll(() => gateway?.kill('SIGKILL'));

  /** A command of the image, with its paths as they are here. */
  function start(words: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const { root = '', env: own = {} } = image ?? {};
    const [, ...parameters] = words.map((word) => word.replace(/^\/(?=app|work)/, `${root}/`));
    const options = { cwd: join(root, 'work'), env: { TMPDIR: join(root, 'work'), ...own, ...env }, ...USER };
    return spawn(process.execPath, parameters, options);
  }
  const ended = async (child: ChildProcess) => (await once(child, 'close'))[0];

  it('has the package and what it depends on, and nothing that was needed to build it', (context) => {
    context.skip(image === null, 'no registry can be reached, so the image is not built');
    const app = join(image?.root ?? '', 'app');
    for (const path of ['build/scripts/ratetree.js', 'build/server/gateway.js', 'data/archive', 'node_modules/undici'])
      expect(existsSync(join(app, path)), path).toBe(true);
    for (const path of ['node_modules/typescript', 'node_modules/vitest', 'test', 'build/scripts/dev'])
      expect(existsSync(join(app, path)), path).toBe(false);
    expect(readdirSync(join(image?.root ?? '', 'work'))).toEqual([]);
    const { stdout } = spawnSync('du', ['-sk', app], { encoding: 'utf8' });
    console.log(`the image has ${Number.parseInt(stdout, 10)} kB besides Node`);
  });

  it('runs a night and the gateway as its user, and says whether it is healthy', async (context) => {
    context.skip(image === null, 'no registry can be reached, so the image is not built');
    const entrypoint = execForm('ENTRYPOINT');
    const replay = recordings(DAYS, calm);
    // The recordings lie where only we may read.
    spawnSync('cp', ['-r', replay, join(image?.root ?? '', 'work', 'recordings')]);
    spawnSync('chmod', ['-R', 'a+rX', join(image?.root ?? '', 'work', 'recordings')]);
    const flags = ['--replay', 'recordings', '--provider', 'ECB', '--bases', 'EUR', '--date', '2026-03-13'];
    const night = start([...entrypoint, 'nightly', 'releases', ...flags]);
    expect(await ended(night)).toBe(0);

    const [port, admin] = [`${await freePort()}`, `${await freePort()}`];
    const settings = { RATETREE_ORIGIN: 'releases', RATETREE_KEYLESS_PER_MINUTE: '60', RATETREE_DRAIN_MS: '0' };
    const env = {
      ...settings,
      HOST: '127.0.0.1',
      PORT: port,
      RATETREE_ADMIN_HOST: '127.0.0.1',
      RATETREE_ADMIN_PORT: admin,
    };
    expect(await ended(start(execForm('HEALTHCHECK'), env))).toBe(1);
    gateway = start([...entrypoint, ...execForm('CMD')], env);
    const gone = ended(gateway);
    for (let tries = 0; tries < 100 && (await ended(start(execForm('HEALTHCHECK'), env))) !== 0; tries++)
      await sleep(100);
    expect(await ended(start(execForm('HEALTHCHECK'), env))).toBe(0);
    const { statusCode, body } = await request(`http://127.0.0.1:${port}/v1/latest?provider=ECB&currencies=USD`);
    expect([statusCode, await body.text()]).toEqual([200, expect.stringContaining('"date":"2026-03-13"')]);
    gateway.kill('SIGTERM');
    expect(await gone).toBe(0);
  });
});
