/** The Dockerfile: its linter, and what an image must not have. `image.others.test.ts` has it built. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { packageRoot, readVersion } from '../../generator/kit/package.ts';
import { execForm, readDockerfile } from '../support/deploy/image.ts';

const TEXT = readFileSync(join(packageRoot(), 'Dockerfile'), 'utf8');
const all = (name: string) => readDockerfile().flatMap((one) => (one.name === name ? [one.text] : []));

describe('the Dockerfile', () => {
  it('has no fault that its linter knows', () => {
    expect(validate(TEXT)).toEqual([]);
    expect(validate(TEXT.replace('WORKDIR /work', 'WORKDIRS /work'))).not.toEqual([]);
  });

  it('names the version of each image that it begins with', () => {
    expect(all('FROM').join()).toMatch(/^\$\{BUILD_BASE\} AS package,\$\{RUN_BASE\}$/);
    expect(all('ARG')).toEqual([
      expect.stringMatching(/^BUILD_BASE=node:24\.\d+\.\d+-[\w-]+$/),
      expect.stringMatching(/^RUN_BASE=gcr\.io\/distroless\/nodejs24-debian\d+:nonroot$/),
    ]);
  });

  it('ends as an image without a shell, in which nobody is root', () => {
    expect(all('USER')).toEqual(['65532:65532']);
    const last = TEXT.slice(TEXT.lastIndexOf('\nFROM '));
    expect(last).not.toMatch(/^RUN /m);
    for (const name of ['ENTRYPOINT', 'CMD', 'HEALTHCHECK'] as const) expect(execForm(name).length).toBeGreaterThan(0);
  });

  it('is named in its own comment, and in the examples, by the version of the program', () => {
    const examples = [
      'gateway/kubernetes.yaml',
      'nightly/cronjob.yaml',
      'shards/kubernetes.yaml',
      'compose/compose.yaml',
    ];
    const files = ['Dockerfile', 'docs/install.md', ...examples.map((file) => `scripts/deploy/${file}`)];
    const texts = files.map((file) => readFileSync(join(packageRoot(), file), 'utf8'));
    const named = texts.map((text) =>
      [...text.matchAll(/\bratetree[:-](\d+\.\d+\.\d+)/g)].map(([, version]) => version),
    );
    for (const versions of named) expect([...new Set(versions)]).toEqual([readVersion()]);
  });
});
