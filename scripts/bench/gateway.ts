/**
 * Measures requests per second of /v1/latest with a key, and of the same file served by nginx: one process each,
 * measured in turns, because the speed of a machine changes by the minute.
 * node build/scripts/bench/gateway.js [TREE] [ROUNDS] [SECONDS]
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../generator/kit/package.ts';
import { InputError } from '../../generator/wire/words/input-error.ts';
import { Contest, readBody, speedOf } from './contest.ts';

const [tree = join(packageRoot(), 'dist'), rounds = '5', seconds = '5'] = process.argv.slice(2);
const FILE = 'v1/latest/GLOBAL/EUR.json';

try {
  if (!existsSync(join(tree, FILE)))
    throw new InputError(`${tree} has no ${FILE}: make a tree with "ratetree generate"`);
  const contest = await Contest.open();
  try {
    await compare(`${await contest.gateway(tree)}/v1/latest`, `${await contest.nginx(tree, FILE)}/${FILE}`);
  } finally {
    contest.close();
  }
} catch (error) {
  console.error(error instanceof InputError ? error.message : error);
  process.exitCode = 1;
}

async function compare(gateway: string, nginx: string): Promise<void> {
  if ((await readBody(gateway)) !== (await readBody(nginx)))
    throw new Error('the gateway and nginx answer different bytes, so there is nothing to compare');
  // The first round is not counted, because V8 still compiles in it.
  for (const url of [gateway, nginx]) await speedOf(url, seconds);
  const ratios: number[] = [];
  for (let round = 1; round <= Number.parseInt(rounds, 10); round++) {
    const [own, other] = [await speedOf(gateway, seconds), await speedOf(nginx, seconds)];
    const ratio = own.perSecond / other.perSecond;
    ratios.push(ratio);
    const speeds = `gateway ${own.perSecond.toFixed(0)}/s, nginx ${other.perSecond.toFixed(0)}/s`;
    console.log(`round ${round}: ${speeds}, ratio ${ratio.toFixed(2)}`);
  }
  ratios.sort((left, right) => left - right);
  console.log(`median ratio ${(ratios[ratios.length >> 1] ?? 0).toFixed(2)}`);
}
