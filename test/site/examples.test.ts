/** The requests of the reference are sent as they stand there, by the programs that they are written for. */
import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { request } from 'undici';
import { beforeAll, describe, expect, it } from 'vitest';
import { openapiText } from '../../generator/release/tree/render/openapi.ts';
import { examplesOf, isFor, isOfFile, type Language, snippetOf } from '../../generator/site/page/base/examples.ts';
import { EXPLORER_KEY, gatewayWithPage, plainHost } from '../support/servers/explorer.ts';
import { embeddedTree } from '../support/trees/embedded.ts';

const DATE = '2026-03-13';
const run = promisify(execFile);
const env = { ...process.env, RATETREE_KEY: EXPLORER_KEY };

/** How a language is run, with the text as its last argument. */
const RUNNERS = {
  curl: ['sh', '-c'],
  JavaScript: [process.execPath, '--input-type=module', '-e'],
  Python: ['python3', '-c'],
} as const;
const PROGRAMS = { curl: 'curl', JavaScript: process.execPath, Python: 'python3' } as const;

let gateway = '';
let files = '';
beforeAll(async () => {
  const tree = await embeddedTree();
  gateway = await gatewayWithPage(tree);
  files = (await plainHost(tree)).url;
});

const answerOf = async (url: string) => {
  const { statusCode, body } = await request(url, { headers: { 'subscription-key': EXPLORER_KEY } });
  return [statusCode, await body.text()] as const;
};

const CASES = examplesOf(DATE).flatMap((example) =>
  [...(isOfFile(example) ? [false] : []), true].map((hasKey) => ({ title: example.title, example, hasKey })),
);

const casesIn = (language: Language) => CASES.filter(({ example }) => isFor(language, example));

describe.each(['curl', 'JavaScript', 'Python'] as const)('the examples in %s', (language) => {
  const isThere = spawnSync(PROGRAMS[language], ['--version']).status === 0;

  it.skipIf(!isThere).each(casesIn(language))('$title (with a key: $hasKey)', async ({ example, hasKey }) => {
    const text = snippetOf(language, `${hasKey ? gateway : files}/`, hasKey, example);
    const [, url = ''] = /(http:[^'"]+)['"]/.exec(text) ?? [];
    const [status, answer] = await answerOf(url);
    expect([status, answer.length > 1]).toEqual([200, true]);
    const [program, ...options] = RUNNERS[language];
    const { stdout } = await run(program, [...options, text], { env });
    expect(stdout.trimEnd()).toBe(answer.trimEnd());
  });
});

describe('the examples in Google Sheets', () => {
  // No program here opens them, so their addresses are asked for; a sheet sends no header, only what stands there.
  it.each(casesIn('Google Sheets'))('$title (with a key: $hasKey)', async ({ example, hasKey }) => {
    const text = snippetOf('Google Sheets', `${hasKey ? gateway : files}/`, hasKey, example);
    const [, url = ''] = /^=IMPORTDATA\("([^"]+)", ",", "en_US"\)$/.exec(text) ?? [];
    const { statusCode, body } = await request(url.replace('YOUR-KEY', EXPLORER_KEY));
    expect([statusCode, await body.text()]).toEqual([200, expect.stringMatching(/^[\w,]+\r\n[^\r]/)]);
  });
});

describe('the examples', () => {
  it('have one for each operation of the description, and belong to paths that it has', () => {
    const paths = Object.keys((JSON.parse(openapiText()) as { paths: object }).paths);
    const shown = examplesOf(DATE).map((example) => example.of);
    expect(shown.filter((path) => !paths.includes(path))).toEqual([]);
    expect(paths.filter((path) => !path.includes('.') && !shown.includes(path))).toEqual([]);
  });
});
