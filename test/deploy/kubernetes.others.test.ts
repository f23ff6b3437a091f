/** The examples for Kubernetes, by the schemas and the types that are published for it. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../generator/kit/package.ts';
import { MANIFESTS, type Manifest, readManifests } from '../support/deploy/manifests.ts';

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
