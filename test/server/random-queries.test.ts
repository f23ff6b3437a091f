/** Ten thousand random questions: each gets a documented status and a body in the requested format. */

import { expect, it } from 'vitest';
import { OPERATION_NAMES, type Operation } from '../../generator/wire/answers/operations.ts';
import { type Document, FORMATS, type Format } from '../../generator/wire/encode/document.ts';
import { PROBLEMS } from '../../generator/wire/words/problems.ts';
import { rowsOf } from '../support/kit/parsed-back.ts';
import { questionOf } from '../support/kit/questions.ts';
import { randomOf } from '../support/kit/random.ts';
import { gatewayOver } from '../support/servers/gateway.ts';
import { diskStore } from '../support/servers/stores.ts';
import { ruleStore } from '../support/trees/rule-tree.ts';
import { writeSmallTree } from '../support/trees/small-tree.ts';

const SEED = 20260313;
const QUESTIONS = 10_000;

const small = await gatewayOver(diskStore(writeSmallTree()));
const ruled = await gatewayOver(ruleStore());
const ask: typeof small.ask = (url, asked) => (/[?&]rule=/i.test(url) ? ruled : small).ask(url, asked);
const STATUSES = new Set<number>([200, ...Object.values(PROBLEMS).map(({ status }) => status)]);

it(`answers ${QUESTIONS} random questions (seed ${SEED}) as documented`, async () => {
  const random = randomOf(SEED);
  const met = new Map<number, number>();
  for (let count = 0; count < QUESTIONS; count++) {
    const url = questionOf(random);
    const reply = await ask(url);
    met.set(reply.status, (met.get(reply.status) ?? 0) + 1);
    expect(STATUSES, url).toContain(reply.status);
    expect(reply.status, url).not.toBe(500);
    expect(() => parseReply(url, reply), url).not.toThrow();
    expect(reply.headers['content-length'], url).toBe(`${reply.body?.length}`);
  }
  expect([...small.said, ...ruled.said].filter((line) => line.includes('bug'))).toEqual([]);
  expect(met.get(200), 'questions that are answered').toBeGreaterThan(QUESTIONS / 10);
  expect(met.get(400), 'questions that are refused').toBeGreaterThan(QUESTIONS / 10);
});

function parseReply(url: string, { status, text, headers }: Awaited<ReturnType<typeof ask>>): void {
  const contentType = headers['content-type'] ?? '';
  const format = FORMATS.find((name) => contentType.includes(name)) as Format;
  const hasHeader = contentType.includes('header=present');
  if (status !== 200) {
    const [row] = rowsOf('problem', format, text, hasHeader);
    if (!(`${row?.errorCode}` in PROBLEMS)) throw new Error(`not an error code: ${row?.errorCode}`);
    return;
  }
  // A file for another program, which templates.test.ts reads.
  if (/[?&]template=[^&]/i.test(url)) return;
  const operation = OPERATION_NAMES.find((name) => url.startsWith(`/v1/${name}`));
  if (operation === 'currencies' || operation === 'providers' || operation === 'rules')
    rowsOf(operation, format, text, hasHeader);
  else if (operation === 'convert') rowsOf('conversion', format, text, hasHeader);
  else rowsOf(kindOf(operation, url), format, text, hasHeader);
}

function kindOf(operation: Operation | undefined, url: string): Document['kind'] {
  const isExtended = /[?&]extended=(\+|%20)*true/i.test(url);
  if (operation !== 'series') return isExtended ? 'extended' : 'rates';
  if (/[?&]period=(\+|%20)*(month|quarter|year)/i.test(url)) return isExtended ? 'extendedPeriods' : 'periods';
  return isExtended ? 'extendedSeries' : 'series';
}
