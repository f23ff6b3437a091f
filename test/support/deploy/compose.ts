/** The Compose file as services, which run as processes of this machine: hosts are ports, and mounts are folders. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { packageRoot } from '../../../generator/kit/package.ts';
import { execForm } from './image.ts';

const FOLDER = join(packageRoot(), 'scripts', 'deploy', 'compose');
export const COMPOSE_FILE = join(FOLDER, 'compose.yaml');
/** What is laid over it by those who have a bucket. */
export const BUCKET_FILE = join(FOLDER, 'bucket.yaml');

export interface Service {
  readonly image: string;
  readonly entrypoint?: readonly string[];
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly ports?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly test: readonly string[] };
}

/** @param variables those of the file `.env`; one that the file demands and that is not here is an error */
export function readServices(
  variables: Readonly<Record<string, string>>,
  file = COMPOSE_FILE,
): Readonly<Record<string, Service>> {
  const text = readFileSync(file, 'utf8').replaceAll(
    /"?\$\{(\w+):([?-])([^}]*)\}"?/g,
    (_, name: string, mark: string, rest: string) => {
      const value = variables[name] ?? (mark === '-' ? rest : null);
      if (value === null) throw new Error(`${name}: ${rest}`);
      return JSON.stringify(value);
    },
  );
  return (parse(text, { merge: true }) as { services: Record<string, Service> }).services;
}

/** What a machine is to the services: where the volumes lie, and what stands for the names and ports of the file. */
export interface Machine {
  readonly folder: string;
  /** Texts of the file that are something else here, such as `store:7480`. */
  readonly replaced: Readonly<Record<string, string>>;
}

/** Starts the service, or runs its health check. More words are added to the command, as `compose run` does. */
export function startService(
  service: Service,
  machine: Machine,
  {
    more = [],
    env = {},
    isCheck = false,
  }: { more?: readonly string[]; env?: Record<string, string>; isCheck?: boolean } = {},
): ChildProcess {
  const here = toHere(service, machine);
  const [file = '', ...parameters] = (isCheck ? checkOf(service) : [...wordsOf(service), ...more]).map(here);
  const named = Object.entries(service.environment ?? {}).map(([name, value]) => [name, here(value)]);
  return spawn(file, parameters, {
    cwd: join(machine.folder, 'work'),
    ...userOf(service),
    env: { PATH: `${process.env.PATH}:/usr/sbin`, ...Object.fromEntries(named), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
}

/** Ends what was started and everything that it has started itself. */
export function endGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, 'SIGKILL');
}

/** Runs it to its end. */
export async function runService(...[service, machine, how]: Parameters<typeof startService>) {
  const child = startService(service, machine, how);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (said += chunk));
  const [code] = await once(child, 'close');
  return { code: code as number | null, said };
}

/** nginx has a user of its own in its image. Only root can become another one. */
function userOf({ tmpfs = [] }: Service): { readonly uid?: number; readonly gid?: number } {
  const [, uid, gid] = /uid=(\d+),gid=(\d+)/.exec(tmpfs.join()) ?? [];
  return uid === undefined || gid === undefined || process.getuid?.() !== 0
    ? {}
    : { uid: Number(uid), gid: Number(gid) };
}

const isOurs = ({ image }: Service) => image.startsWith('ratetree:');

function wordsOf(service: Service): readonly string[] {
  const { entrypoint = isOurs(service) ? execForm('ENTRYPOINT') : [], command = [] } = service;
  return [...entrypoint, ...command];
}

const checkOf = (service: Service) => service.healthcheck?.test.slice(1) ?? execForm('HEALTHCHECK');

/** Each place of the container is a folder of this machine; our image's program is this checkout's. */
function toHere(service: Service, { folder, replaced }: Machine): (text: string) => string {
  const places = new Map([
    ['/nodejs/bin/node', process.execPath],
    ['/app', packageRoot()],
    ['/tmp', join(folder, 'tmp')],
  ]);
  for (const volume of [...(service.volumes ?? []), ...(service.tmpfs ?? []).map((path) => `tmpfs:${path}`)]) {
    const [from = '', to = ''] = volume.split(':');
    // Files of the operator lie in the folder of this machine.
    const isOfRepository = from.startsWith('.') && !from.endsWith('.pub');
    places.set(to, isOfRepository ? join(dirname(COMPOSE_FILE), from) : join(folder, to.slice(1)));
  }
  const { uid, gid } = userOf(service);
  for (const [to, path] of places) {
    if (to !== '/nodejs/bin/node' && !to.endsWith('.pub')) mkdirSync(path, { recursive: true });
    if (uid !== undefined && gid !== undefined && ['/tmp', '/cache'].includes(to)) chownSync(path, uid, gid);
  }
  const pattern = new RegExp(`(?<=^|[\\s=])(${[...places.keys()].join('|')})(?=/|\\s|$)`, 'g');
  return (text) =>
    Object.entries(replaced).reduce(
      (made, [from, to]) => made.replaceAll(from, to),
      text.replaceAll(pattern, (place) => places.get(place) ?? place),
    );
}
