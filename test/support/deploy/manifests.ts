/** The examples for Kubernetes as objects, and their containers as processes of this machine. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { packageRoot } from '../../../generator/kit/package.ts';
import { PROGRAM } from '../kit/program.ts';

export const MANIFESTS = ['gateway/kubernetes.yaml', 'nightly/cronjob.yaml', 'shards/kubernetes.yaml'] as const;

interface Container {
  readonly name: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly workingDir?: string;
}

interface Pod {
  readonly shareProcessNamespace?: boolean;
  readonly initContainers?: readonly Container[];
  readonly containers: readonly Container[];
}

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: Readonly<Record<string, unknown>> & {
    readonly completions?: number;
    readonly template?: { readonly spec: Pod };
    readonly jobTemplate?: { readonly spec: { readonly template: { readonly spec: Pod } } };
  };
}

/** @param file below scripts/deploy */
export function readManifests(file: string): readonly Manifest[] {
  const text = readFileSync(join(packageRoot(), 'scripts', 'deploy', file), 'utf8');
  return parseAllDocuments(text).map((document) => document.toJS() as Manifest);
}

/** The pod that a manifest makes; null of a Service and its like. */
export function podOf({ spec }: Manifest): Pod | null {
  return spec.template?.spec ?? spec.jobTemplate?.spec.template.spec ?? null;
}

export const isOurs = ({ image }: Container) => image.startsWith('ratetree:');

/**
 * Runs the container to its end as a process. Like Kubernetes it fills in `$(NAME)`; the container's folder is `work`.
 * @param replaced texts of the example that mean something else here, such as the bucket
 */
export function runContainer(
  container: Container,
  work: string,
  env: Readonly<Record<string, string>> = {},
  replaced: Readonly<Record<string, string>> = {},
) {
  const { command = [], args = [], workingDir } = container;
  const here = (text: string) =>
    Object.entries({ '/work': work, ...replaced })
      .reduce((made, [from, to]) => made.replaceAll(from, to), text)
      .replaceAll(/\$\((\w+)\)/g, (whole, name: string) => env[name] ?? whole);
  const words = isOurs(container) ? args : [...command, ...args];
  // The program's own path is no text of the example: a clone may itself lie below a folder called `work`.
  const [file = '', ...parameters] = [...(isOurs(container) ? [process.execPath, PROGRAM] : []), ...words.map(here)];
  return spawnSync(file, parameters, {
    cwd: workingDir === undefined ? '/' : here(workingDir),
    env: { PATH: process.env.PATH, ...env },
    encoding: 'utf8',
    timeout: 60_000,
  });
}
