/** The requests of the reference are sent as they stand there, by the programs that they are written for. */
import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { request } from 'undici';
import { beforeAll, describe, expect, it } from 'vitest';
import { readSite } from '../../generator/site/files.ts';
import { examplesOf, isFor, isOfFile, LANGUAGES, snippetOf } from '../../generator/site/page/examples.ts';
import { openapiText } from '../../generator/tree/openapi.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { EXPLORER_KEY, gatewayWithPage, plainHost } from '../support/servers/explorer.ts';
import { dailyLines, generateFrom } from '../support/trees/trees.ts';

const DATE = '2026-03-13';
const run = promisify(execFile);
const env = { ...process.env, RATETREE_KEY: EXPLORER_KEY };

/** How a language is run, with the text as its last argument; null for what no program here opens. */
const RUNNERS: Readonly<Record<(typeof LANGUAGES)[number], readonly [string, ...string[]] | null>> = {
  curl: ['sh', '-c'],
  JavaScript: [process.execPath, '--input-type=module', '-e'],
  Python: ['python3', '-c'],
  Spreadsheet: null,
};
const PROGRAMS = { curl: 'curl', JavaScript: process.execPath, Python: 'python3', Spreadsheet: 'true' } as const;

let gateway = '';
let files = '';
beforeAll(async () => {
  const tree = freshFolder();
  await generateFrom({ ECB: dailyLines('2026-03-09', DATE) }, tree, { site: readSite() });
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

describe.each(LANGUAGES)('the examples in %s', (language) => {
  const isThere = spawnSync(PROGRAMS[language], ['--version']).status === 0;
  const cases = CASES.filter(({ example }) => isFor(language, example));

  it.skipIf(!isThere).each(cases)('$title (with a key: $hasKey)', async ({ example, hasKey }) => {
    const text = snippetOf(language, `${hasKey ? gateway : files}/`, hasKey, example);
    const [, url = ''] = /(http:[^'"]+)['"]/.exec(text) ?? [];
    const [status, answer] = await answerOf(url.replace(/[?&]subscription-key=YOUR-KEY/, ''));
    expect([status, answer.length > 1]).toEqual([200, true]);
    const runner = RUNNERS[language];
    if (runner === null) {
      // A spreadsheet sends no header, so its key is in the address.
      expect(text).toBe(`=IMPORTDATA("${url}")`);
      const { statusCode, body } = await request(url.replace('YOUR-KEY', EXPLORER_KEY));
      expect([statusCode, await body.text()]).toEqual([200, answer]);
      expect(answer).toMatch(/^[\w,]+\r\n/);
      return;
    }
    const [program, ...options] = runner;
    const { stdout } = await run(program, [...options, text], { env });
    expect(stdout.trimEnd()).toBe(answer.trimEnd());
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
