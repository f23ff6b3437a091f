/** What a release is made of, by the steps of the workflow that makes it: the package, what is in it, and its notes. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readVersion } from '../../generator/kit/package.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { commandsOf, type Ran, runSteps, type Step } from '../support/deploy/workflow.ts';
import { packedOnce } from '../support/kit/packed.ts';
import { NOT_REACHED, pack } from '../support/kit/packing.ts';

const WORKFLOW = '.github/workflows/release.yml';
const TAG = `v${readVersion()}`;
const hashOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

it('packs the same bytes in another folder', () => {
  const folder = freshFolder();
  mkdirSync(folder, { recursive: true });
  expect(hashOf(pack(folder).tarball)).toBe(hashOf(packedOnce().tarball));
});

/** A checkout with nothing installed, whose addresses were filled in, or were not. */
function checkout(addresses: 'filled in' | 'as they are'): string {
  const folder = freshFolder();
  cpSync(packedOnce().checkout, folder, { recursive: true, verbatimSymlinks: true });
  for (const name of ['node_modules', 'build']) rmSync(join(folder, name), { recursive: true, force: true });
  const file = join(folder, 'package.json');
  const text = readFileSync(file, 'utf8');
  if (addresses === 'filled in') writeFileSync(file, text.replaceAll('git.example', 'git.test'));
  return folder;
}

const steps = commandsOf(WORKFLOW, 'package');

describe('the steps of the package refuse', () => {
  it.each([
    ['a tag of another version', 'filled in', 'v9.9.9', `package.json has ${readVersion()}`],
    ['addresses of nobody', 'as they are', TAG, 'Fill in the addresses of package.json'],
  ] as const)('%s', (_, addresses, tag, words) => {
    const ran = runSteps(steps, { cwd: checkout(addresses), env: { GITHUB_REF_NAME: tag } });
    expect(ran.failed).toBe(steps[0]?.name);
    expect(ran.said).toContain(words);
  });
});

describe('the steps of the package', () => {
  let folder: string;
  let ran: Ran;
  let isReached = true;
  beforeAll(() => {
    folder = checkout('filled in');
    ran = runSteps(steps, { cwd: folder, env: { GITHUB_REF_NAME: TAG, npm_config_prefer_offline: 'true' } });
    isReached = ran.failed === null || !NOT_REACHED.test(ran.said);
    if (!isReached) console.log('skipped: no registry can be reached, so nothing is packed as for a release');
  });

  it('pack twice to the same bytes, and hash them', (context) => {
    context.skip(!isReached, 'no registry can be reached');
    expect(ran.failed, ran.said.slice(-2000)).toBe(null);
    const said = execFileSync('sha256sum', ['--check', 'SHA256SUMS'], {
      cwd: join(folder, 'release'),
      encoding: 'utf8',
    });
    expect(said.trim().split('\n').sort()).toEqual(
      ['./ratetree.spdx.json: OK', `./ratetree-${readVersion()}.tgz: OK`].sort(),
    );
  });

  it('list what the package depends on, each with its licence and its hash, and nothing that only tests need', (context) => {
    context.skip(!isReached, 'no registry can be reached');
    interface Listed {
      readonly name: string;
      readonly versionInfo: string;
      readonly licenseDeclared: string;
      readonly checksums?: readonly { readonly algorithm: string }[];
    }
    const { spdxVersion, packages } = JSON.parse(
      readFileSync(join(folder, 'release', 'ratetree.spdx.json'), 'utf8'),
    ) as {
      spdxVersion: string;
      packages: readonly [Listed, ...Listed[]];
    };
    const [own, ...others] = packages;
    expect([spdxVersion, own.name, own.versionInfo]).toEqual(['SPDX-2.3', 'ratetree', readVersion()]);
    const wanted = new Set(Object.keys(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).dependencies));
    const installed = JSON.parse(readFileSync(join(folder, 'node_modules', '.package-lock.json'), 'utf8')).packages;
    for (const name of wanted)
      for (const needed of Object.keys(installed[`node_modules/${name}`].dependencies ?? {})) wanted.add(needed);
    const listed = others.map(({ name, versionInfo }) => `${name} ${versionInfo}`);
    const needed = [...wanted].map((name) => `${name} ${installed[`node_modules/${name}`].version}`);
    expect(listed.sort()).toEqual(needed.sort());
    expect(listed.length).toBeGreaterThan(30);
    const odd = others.filter(
      ({ licenseDeclared, checksums = [] }) =>
        /NOASSERTION/.test(licenseDeclared ?? 'NOASSERTION') ||
        !checksums.some(({ algorithm }) => algorithm === 'SHA512'),
    );
    expect(odd).toEqual([]);
  });
});

it('the notes say what has changed in the version, and the hashes of what was made', () => {
  const folder = checkout('filled in');
  mkdirSync(join(folder, 'release'));
  writeFileSync(join(folder, 'release', 'SHA256SUMS'), `${'0'.repeat(64)}  ./ratetree.tgz\n`);
  // In the place of GitHub's own program, which asks GitHub.
  writeFileSync(join(folder, 'gh'), '#!/bin/sh\nprintf "%s\\n" "$@" > gh.txt\n', { mode: 0o755 });
  const image = 'images.example/someone/ratetree@sha256:1';
  const values = { 'github.token': 't', 'github.repository': 'someone/ratetree', 'needs.image.outputs.image': image };
  const env = {
    GITHUB_REF_NAME: TAG,
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_WORKFLOW_REF: `someone/ratetree/${WORKFLOW}@refs/tags/${TAG}`,
    PATH: `${folder}:${process.env.PATH}`,
  };
  const all: readonly Step[] = commandsOf(WORKFLOW, 'notes');
  expect(runSteps(all, { cwd: folder, env, values })).toEqual({ failed: null, said: '' });
  const notes = readFileSync(join(folder, 'notes.md'), 'utf8');
  const changelog = readFileSync(join(folder, 'CHANGELOG.md'), 'utf8');
  const [, ofVersion = ''] = changelog.split(/^## .*$/m).slice(1);
  expect(notes.trim().startsWith(ofVersion.trim())).toBe(true);
  expect(notes).not.toContain('## Unreleased');
  expect(notes).toContain(`${'0'.repeat(64)}  ./ratetree.tgz\n${image}\n`);
  expect(notes).toContain(
    `cosign verify ${image} \\\n  --certificate-identity https://github.com/someone/ratetree/${WORKFLOW}@refs/tags/${TAG} \\\n`,
  );
  expect(readFileSync(join(folder, 'gh.txt'), 'utf8').split('\n')).toEqual(
    expect.arrayContaining([
      'release',
      'create',
      TAG,
      '--verify-tag',
      '--notes-file',
      'notes.md',
      'release/SHA256SUMS',
    ]),
  );
});
