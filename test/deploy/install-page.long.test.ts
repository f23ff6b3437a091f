/** The commands of docs/install.md in a copy of the checkout, where stand-ins take the place of engine and cluster. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createPublicKey } from 'node:crypto';
import { mkdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { packageRoot } from '../../generator/kit/package.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { COMPOSE_FILE } from '../support/deploy/compose.ts';
import { blocksOf, readMarkdown } from '../support/kit/markdown.ts';
import { packedOnce } from '../support/kit/packed.ts';
import { NOT_REACHED } from '../support/kit/packing.ts';
import { PROGRAM } from '../support/kit/program.ts';
import { calm, DAYS, recordings } from '../support/trees/nights-by-command.ts';

const STAND_IN = join(packageRoot(), 'test', 'support', 'deploy', 'stand-in');
const PAGE = blocksOf(readMarkdown('docs/install.md'), 'sh');

const find = (name: string) => spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim();
const [kubectl, systemctl, promtool] = ['kubectl', 'systemctl', 'promtool'].map(find);

/** The block of the page that has the words. */
function blockWith(words: string): string {
  const found = PAGE.filter((block) => block.includes(words));
  expect(found, words).toHaveLength(1);
  return found[0] ?? '';
}

describe('the page on installation', () => {
  let [checkout, root, bin, noted] = ['', '', '', ''];

  beforeAll(() => {
    const folder = freshFolder();
    const { tarball, checkout: packedFrom } = packedOnce();
    checkout = join(folder, 'checkout');
    execFileSync('cp', ['-a', packedFrom, checkout]);
    symlinkSync(tarball, join(checkout, 'ratetree-0.3.0.tgz'));
    [root, bin, noted] = ['root', 'bin', 'noted'].map((name) => join(folder, name)) as [string, string, string];
    mkdirSync(join(root, 'etc', 'systemd', 'system'), { recursive: true });
    mkdirSync(bin);
    for (const name of ['docker', 'kubectl', 'sudo', 'systemctl', 'useradd']) symlinkSync(STAND_IN, join(bin, name));
    // A night reads recordings here, because no bank is asked by tests.
    const flags = `--replay '${recordings(DAYS, calm)}' --provider ECB --bases EUR --date 2026-03-13`;
    const night = `[ "$1" = nightly ] && set -- "$@" ${flags}`;
    writeFileSync(join(bin, 'ratetree'), `#!/bin/sh\n${night}\nexec '${process.execPath}' '${PROGRAM}' "$@"\n`, {
      mode: 0o755,
    });
  });

  /** Runs the block in the checkout. Returns what it has printed and what the stand-ins have noted. */
  function run(block: string) {
    writeFileSync(noted, '');
    const script = block.replaceAll('/etc/systemd/system', join(root, 'etc', 'systemd', 'system'));
    const env = {
      ...process.env,
      ...{ PATH: `${bin}:${process.env.PATH}`, ROOT: root, NOTED: noted, KUBECTL: kubectl, SYSTEMCTL: systemctl },
      ...{ npm_config_prefix: join(root, 'usr'), npm_config_prefer_offline: 'true' },
      ...{ PORT: '0', RATETREE_ADMIN_PORT: '0' },
    };
    const options = { cwd: checkout, env, encoding: 'utf8', timeout: 200_000 } as const;
    const { status, stdout, stderr } = spawnSync('sh', ['-e', '-u', '-c', script], options);
    return { status, said: `${stdout}${stderr}`, noted: readFileSync(noted, 'utf8').trim().split('\n') };
  }

  it('has no block that is not tried here, or by the tests of the script, the package and the image', () => {
    const here = [
      'useradd',
      'systemctl',
      'docker build',
      'docker run --rm',
      'openssl genpkey',
      'run --rm nightly',
      'kubectl',
      'promtool',
    ];
    const elsewhere = PAGE.filter((block) => !here.some((words) => block.includes(words)));
    expect(elsewhere.map((block) => block.trim().split('\n').at(-1))).toEqual([
      './scripts/start',
      'npm pack',
      'npx ratetree',
      "curl 'localhost:8080/v1/latest?currencies=USD'",
    ]);
  });

  it('installs the package and the units of systemd, and enables them', (context) => {
    const installed = run(blockWith('useradd'));
    context.skip(NOT_REACHED.test(installed.said), 'no registry can be reached');
    expect(installed.status, installed.said).toBe(0);
    const program = join(root, 'usr', 'bin', 'ratetree');
    expect(spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    context.skip(systemctl === '', 'systemctl is not installed');
    const enabled = run(blockWith('systemctl enable'));
    expect(enabled.status, enabled.said).toBe(0);
    const wants = (target: string, unit: string) => join(root, 'etc', 'systemd', 'system', `${target}.wants`, unit);
    for (const link of [
      wants('timers.target', 'ratetree-nightly.timer'),
      wants('multi-user.target', 'ratetree-gateway.service'),
    ])
      expect(readlinkSync(link)).toBe(join('/etc/systemd/system', basename(link)));
  });

  it('builds an image, and runs a night, a new key and the gateway in it', () => {
    expect(run(blockWith('docker build'))).toMatchObject({ status: 0, noted: ['docker build --tag ratetree:0.3.0 .'] });
    const { status, said } = run(blockWith('mkdir -p work'));
    expect(status, said).toBe(0);
    expect(said).toMatch(/"outcome":"published"/);
    expect(said).toMatch(/^rt_\S+$/m);
    expect(said).toMatch(/gateway at /);
  });

  it('starts the services of Compose, and runs a night again', () => {
    const [up, again] = [run(blockWith('openssl genpkey')), run(blockWith('run --rm nightly'))];
    expect([up.status, again.status], up.said + again.said).toEqual([0, 0]);
    const services = Object.keys(
      (parse(readFileSync(COMPOSE_FILE, 'utf8'), { merge: true }) as { services: object }).services,
    );
    expect(services).toContain(again.noted[0]?.split(' ').at(-1));
    const [variables = '', pem = '', publicPem = ''] = ['.env', 'signing.pem', 'signing.pem.pub'].map((name) =>
      readFileSync(join(checkout, 'scripts', 'deploy', 'compose', name), 'utf8'),
    );
    expect(variables).toBe(`RATETREE_SIGNING_KEY="${pem.trimEnd()}"\n`);
    expect(publicPem).toBe(createPublicKey(pem).export({ type: 'spki', format: 'pem' }));
  });

  it('makes the secrets of Kubernetes from a key, keys and variables, and names manifests that exist', (context) => {
    context.skip(kubectl === '', 'kubectl is not installed');
    for (const file of ['ratetree.env', 'gateway.env']) writeFileSync(join(checkout, file), 'AWS_REGION=eu-1\n');
    const { status, said, noted: words } = run(blockWith('kubectl'));
    expect(status, said).toBe(0);
    expect(said.match(/^secret\/\S+$/gm)).toEqual([
      'secret/ratetree',
      'secret/ratetree-gateway',
      'secret/ratetree-keys',
    ]);
    expect(words).toHaveLength(6);
  });

  it('tests the alert rules', (context) => {
    context.skip(promtool === '', 'promtool is not installed');
    const { status, said } = run(blockWith('promtool'));
    expect(status, said).toBe(0);
  });
});
