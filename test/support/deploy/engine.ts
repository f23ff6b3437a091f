/**
 * An engine that builds the Dockerfile here: buildah, over bases made of Debian and the Node of npm. Only root may do it.
 * What is built runs in a root file system that nobody can write, as `docker run --read-only --volume` runs it.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packageRoot, readVersion } from '../../../generator/kit/package.ts';
import { NOT_REACHED } from '../kit/packing.ts';
import { readDockerfile } from './image.ts';

const isInstalled = (name: string) => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0;

/** Why no image can be built here; null if one can. */
export const noEngine: string | null =
  process.getuid?.() !== 0
    ? 'only root can build an image'
    : (['buildah', 'debootstrap'].find((name) => !isInstalled(name)) ?? null);

export class Unreached extends Error {}

function run(command: string, parameters: readonly string[], cwd: string = packageRoot()): string {
  const options = { cwd, encoding: 'utf8', timeout: 300_000, maxBuffer: 1 << 26 } as const;
  const { status, stdout, stderr } = spawnSync(command, parameters, options);
  if (status === 0) return stdout.trim();
  const said = `${command} ${parameters.join(' ')}\n${stdout}${stderr}`;
  throw NOT_REACHED.test(said) ? new Unreached(said) : new Error(said);
}

/** Debian with Node, where both bases have it. It is kept, because it changes with nothing of ours. */
function debianWithNode(): string {
  const root = join(packageRoot(), '.ratetree', 'image-base');
  if (existsSync(join(root, 'nodejs'))) return root;
  rmSync(root, { recursive: true, force: true });
  mkdirSync(dirname(root), { recursive: true });
  run('debootstrap', ['--variant=minbase', 'bookworm', root]);
  const name = `node-linux-${process.arch}`;
  run('npm', ['install', '--silent', '--no-save', '--prefix', join(root, 'opt'), `${name}@24`]);
  const local = join(root, 'usr', 'local');
  cpSync(join(root, 'opt', 'node_modules', name, 'bin', 'node'), join(local, 'bin', 'node'));
  rmSync(join(root, 'opt', 'node_modules'), { recursive: true });
  const npm = join(run('npm', ['root', '--global']), 'npm');
  cpSync(npm, join(local, 'lib', 'node_modules', 'npm'), { recursive: true, verbatimSymlinks: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin', 'npm'));
  mkdirSync(join(root, 'nodejs', 'bin'), { recursive: true });
  symlinkSync('/usr/local/bin/node', join(root, 'nodejs', 'bin', 'node'));
  return root;
}

/** The certificates that this machine trusts, where its network is not what it seems. */
const CERTIFICATES = process.env.NODE_EXTRA_CA_CERTS;

/** @returns what builds, and what is built, as a folder @throws Unreached where a registry cannot be reached */
export function buildImage(folder: string) {
  const places = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run')];
  const buildah = (...words: readonly string[]) => run('buildah', [...places, ...words]);
  const base = buildah('from', 'scratch');
  buildah('add', '--quiet', base, debianWithNode(), '/');
  buildah('config', '--env', 'PATH=/usr/local/bin:/usr/bin:/bin', base);
  if (CERTIFICATES !== undefined) {
    buildah('add', '--quiet', base, CERTIFICATES, '/etc/ssl/certs/ca-certificates.crt');
    buildah('config', '--env', 'NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt', base);
  }
  const named = readDockerfile().flatMap(({ name, text }) =>
    name === 'ARG' ? [text.slice(text.indexOf('=') + 1)] : [],
  );
  for (const image of named) buildah('commit', '--quiet', base, image.replace(/^(?=\w+:)/, 'docker.io/library/'));
  const tag = `ratetree:${readVersion()}`;
  buildah('bud', '--isolation', 'chroot', '--pull-never', '--format', 'docker', '--tag', tag, '.');
  const container = buildah('from', '--pull-never', tag);
  return { buildah, container, root: buildah('mount', container) };
}

/**
 * Runs words of the image as its user. Nothing but the volume can be written.
 * @param volume a folder that becomes `/work`
 */
export function runImage(
  root: string,
  volume: string,
  words: readonly string[],
  env: Readonly<Record<string, string>>,
): ChildProcess {
  const script = [
    'mount --rbind "$1" "$1" && mount -o remount,bind,ro "$1"',
    'mount --rbind /dev "$1/dev" && mount --bind "$2" "$1/work"',
    'root=$1; shift 2; cd "$root"',
    // chroot begins in the root, and the image in its work folder. The base of this machine has a shell for that.
    'exec chroot --userspec=65532:65532 . /bin/sh -c \'cd /work && exec "$@"\' sh "$@"',
  ];
  const parameters = ['--mount', 'sh', '-e', '-c', script.join('\n'), 'sh', root, volume, ...words];
  return spawn('unshare', parameters, { env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', ...env } });
}
