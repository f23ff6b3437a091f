/** The examples that make a tree on several machines: their flags, and the schema of Kubernetes. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../generator/kit/package.ts';

const PROGRAM = join(packageRoot(), 'build', 'generator', 'main.js');
const KUBERNETES = [join('shards', 'kubernetes.yaml'), join('nightly', 'cronjob.yaml')];

const read = (name: string) => readFileSync(join(packageRoot(), 'scripts', 'deploy', name), 'utf8');
const helpOf = (command: string) => spawnSync(process.execPath, [PROGRAM, command, '--help'], { encoding: 'utf8' });

describe('the examples for several machines', () => {
  const help = new Map(['generate', 'publish'].map((command) => [command, helpOf(command).stdout]));

  it.each(['slurm', 'kubernetes.yaml'])('%s calls generate and publish with flags that they have', (name) => {
    const lines = read(join('shards', name))
      .replaceAll(/\\\n|\n {14,}(?=--)/g, ' ')
      .split('\n');
    const calls = lines.flatMap((line) => {
      const [, command = '', words = ''] = /ratetree(?:_or_2)? (generate|publish) (.*)/.exec(line) ?? [];
      return command === '' ? [] : [[command, words.match(/--[a-z-]+/g) ?? []] as const];
    });
    expect(calls.map(([command]) => command)).toEqual(['generate', 'publish']);
    for (const [command, flags] of calls) {
      expect(flags.length).toBeGreaterThan(1);
      for (const flag of flags) expect(help.get(command)).toContain(`${flag} `);
    }
  });
});

/** The package with the schemas is large and no dependency; it is used where it is installed. */
function schemasOfKubernetes(): { readonly models: string; readonly yaml: string } | null {
  const { resolve } = createRequire(join(packageRoot(), 'package.json'));
  try {
    return { models: resolve('kubernetes-models/batch/v1'), yaml: resolve('js-yaml') };
  } catch {
    console.log('skipped: the examples for Kubernetes are not checked against its schema');
    console.log('  npm install --no-save --ignore-scripts kubernetes-models js-yaml');
    return null;
  }
}

describe('the examples for Kubernetes', () => {
  const schemas = schemasOfKubernetes();

  it.skipIf(schemas === null).each(KUBERNETES)('%s is what the schema of Kubernetes allows', async (name) => {
    const { models, yaml } = schemas ?? { models: '', yaml: '' };
    const kinds = await import(pathToFileURL(models).href);
    const { loadAll } = await import(pathToFileURL(yaml).href);
    const check = (text: string) => {
      for (const document of loadAll(text)) new kinds[document.kind](document).validate();
    };
    expect(() => check(read(name))).not.toThrow();
    expect(() => check(read(name).replace(/backoffLimit: \d/, 'backoffLimit: some'))).toThrow(/backoffLimit must be/);
  });
});
