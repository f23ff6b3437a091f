/** The examples for Kubernetes: its published schemas, the flags of the commands, and what keeps a pod confined. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../generator/kit/package.ts';
import { isOurs, MANIFESTS, type Manifest, podOf, readManifests } from '../support/deploy/manifests.ts';
import { runProgram } from '../support/kit/run-program.ts';

const ALL = MANIFESTS.flatMap(readManifests);
const each = ALL.map((manifest) => [`${manifest.kind} ${manifest.metadata.name}`, manifest] as const);

type Kinds = Readonly<Record<string, new (data: unknown) => { validate(): void }>>;

async function validate(manifest: Manifest): Promise<void> {
  const group = `kubernetes-models/${manifest.apiVersion}`;
  const kinds = (await import(group)) as Kinds;
  const Kind = kinds[manifest.kind];
  if (Kind === undefined) throw new TypeError(`no ${manifest.kind} in ${manifest.apiVersion}`);
  new Kind(manifest).validate();
}

describe('the schemas of Kubernetes', () => {
  it.each(each)('allow %s', async (_, manifest) => {
    await expect(validate(manifest)).resolves.toBeUndefined();
    await expect(validate({ ...manifest, spec: 'none' as never })).rejects.toThrow(/spec must be object/);
  });

  it('are asked of every kind that the examples need', () => {
    const kinds = ALL.map(({ kind }) => kind).sort();
    expect(kinds).toEqual(['CronJob', 'Deployment', 'Job', 'Job', 'PodDisruptionBudget', 'Service']);
    expect(ALL.filter(({ spec }) => spec.completionMode === 'Indexed')).toHaveLength(1);
  });
});

/**
 * The schemas allow members that they do not know, so that a misspelt one would be no fault. The types that are published
 * with them do not.
 */
describe('the types of Kubernetes', () => {
  let folder: string;
  beforeAll(() => {
    mkdirSync(join(packageRoot(), '.ratetree'), { recursive: true });
    folder = mkdtempSync(join(packageRoot(), '.ratetree', 'kubernetes-'));
    const config = { extends: '../../tsconfig.json', include: ['*.ts'] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  function compile(manifests: readonly unknown[]): string {
    const texts = (manifests as readonly Manifest[]).map(({ apiVersion, kind }, index) => {
      const text = JSON.stringify(manifests[index]);
      return `import type { I${kind} as T${index} } from 'kubernetes-models/${apiVersion}';\nexport const m${index}: T${index} = ${text};\n`;
    });
    writeFileSync(join(folder, 'manifests.ts'), texts.join(''));
    const compiler = join(packageRoot(), 'node_modules', '.bin', 'tsc');
    return spawnSync(compiler, ['-p', folder], { encoding: 'utf8' }).stdout;
  }

  it('have every member of the examples', () => {
    expect(compile(ALL)).toBe('');
    const misspelt = JSON.parse(JSON.stringify(ALL).replaceAll('readOnlyRootFilesystem', 'readOnlyRootFileSystem'));
    expect(compile(misspelt)).toContain(`'"readOnlyRootFileSystem"' does not exist`);
  });
});

describe('the pods', () => {
  const pods = ALL.flatMap((manifest) => {
    const pod = podOf(manifest);
    return pod === null ? [] : [[manifest.metadata.name, pod] as const];
  });
  const containers = pods.flatMap(([, pod]) => [...(pod.initContainers ?? []), ...pod.containers]);
  const ours = containers.filter(isOurs).map((container) => [container.name, container] as const);

  it.each(ours)('%s is our image without a shell, with flags that its command has', (_, { command, args = [] }) => {
    expect(command).toBeUndefined();
    const [name = '', ...words] = args;
    const { stdout } = runProgram([name, '--help']);
    for (const [flag] of words.join(' ').matchAll(/(?<=^| )--[a-z-]+/g)) expect(stdout).toContain(`${flag} `);
  });

  it.each(pods)('%s hears the signal that stops it', (_, pod) => {
    // The gateway handles it. The other commands leave it to the system, which spares the first process of a container.
    const isGateway = pod.containers.some(({ name }) => name === 'gateway');
    expect(pod.shareProcessNamespace ?? false).toBe(!isGateway);
  });

  it.each(pods)('%s runs as nobody special, on a disk that it cannot write, without a token', (_, pod) => {
    expect(pod).toMatchObject({ automountServiceAccountToken: false, securityContext: { runAsNonRoot: true } });
    for (const container of [...(pod.initContainers ?? []), ...pod.containers]) {
      expect(container).toMatchObject({
        image: expect.stringMatching(/^[\w./-]+:\d/),
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        },
      });
    }
  });
});
