/** A rule about a list of customs, from the bank's document to the answer: collected, made a tree, and asked. */
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { jpc } from '../../generator/sources/providers/jpc.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { writeFixtures } from '../support/banks/fixtures.ts';
import { ratetree } from '../support/trees/by-command.ts';

const dir = freshFolder();
const [archive, out] = [join(dir, 'archive'), join(dir, 'dist')];

beforeAll(async () => {
  const recordings = writeFixtures(freshFolder(), [jpc]);
  const collected = ratetree('collect', '--replay', recordings, '--provider', 'JPC', '--archive', archive);
  expect(collected.status, collected.stderr).toBe(0);
  const made = ratetree('generate', '--archive', archive, '--out', out, '--bases', 'JPY', '--date', '2020-09-24');
  expect(made.status, made.stderr).toBe(0);
});

it.each([
  ['on its first day, a Sunday', '2020-09-20', '100 USD', '10617'],
  ['within the week', '2020-09-23', '100 USD', '10617'],
  ['on its last day, per a hundred as published', '2020-09-26', '1000 KRW', '89\n1 KRW = 0.0894 JPY'],
])('JP-CUS is the list of the week %s', (_, date, asked, yen) => {
  const { status, stdout, stderr } = ratetree(
    ...['rate', ...asked.split(' '), 'JPY', '--rule', 'JP-CUS', '--date', date, '--origin', out],
  );
  expect(status, stderr).toBe(0);
  expect(stdout).toContain(`${asked}, JPC of 2020-09-20, by rule JP-CUS for ${date}\nJPY  ${yen}`);
});

it('JP-CUS is refused for the week after, whose list is not there', () => {
  const { status, stdout } = ratetree(
    ...['rate', '100', 'USD', 'JPY', '--rule', 'JP-CUS', '--date', '2020-09-27', '--origin', out],
  );
  expect([status, stdout]).toEqual([expect.any(Number), expect.not.stringContaining('JPY  ')]);
  expect(status).not.toBe(0);
});
