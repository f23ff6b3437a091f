/**
 * Measures requests per second and the 99th percentile of /v1/series with a key, for a month and a year of one currency
 * and of all, and of an nginx that serves a file with the same bytes: one process each, measured in turns. The spans end
 * on the newest fixing of the provider, and the averages are of the last whole year.
 * node build/scripts/bench/series.js [TREE] [PROVIDER] [SECONDS]
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../generator/kit/package.ts';
import { openGenerated } from '../../generator/release/pointer/generated.ts';
import { indexPath } from '../../generator/wire/answers/paths.ts';
import { providerIndex } from '../../generator/wire/answers/provider-index.ts';
import { addDays, addMonths, laterOf, parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { InputError } from '../../generator/wire/words/input-error.ts';
import { providerCode } from '../../generator/wire/words/schemas.ts';
import { Contest, readBody, speedOf } from './contest.ts';

const [tree = join(packageRoot(), 'dist'), provider = 'GLOBAL', seconds = '5'] = process.argv.slice(2);

try {
  const contest = await Contest.open();
  try {
    await measure(contest);
  } finally {
    contest.close();
  }
} catch (error) {
  console.error(error instanceof InputError ? error.message : error);
  process.exitCode = 1;
}

async function measure(contest: Contest): Promise<void> {
  const gateway = await contest.gateway(tree);
  const files = join(contest.folder, 'files');
  mkdirSync(files);
  const asked = (await questions()).map(([name, query], place) => {
    return { name, url: `${gateway}/v1/series?${query}&provider=${provider}`, file: `${place}.json` };
  });
  const answers = await Promise.all(asked.map(({ url }) => readBody(url)));
  for (const [place, answer] of answers.entries()) writeFileSync(join(files, asked[place]?.file ?? ''), answer);
  const nginx = await contest.nginx(files, '0.json');
  console.log('question | bytes | gateway /s | p99 | nginx /s | p99');
  for (const [place, { name, url, file }] of asked.entries()) {
    // The first run is not counted, because V8 still compiles in it.
    await speedOf(url, '1');
    const [own, other] = [await speedOf(url, seconds), await speedOf(`${nginx}/${file}`, seconds)];
    const speeds = [own, other].map(({ perSecond, p99 }) => `${perSecond.toFixed(0)} | ${p99}`);
    console.log([name, answers[place]?.length, ...speeds].join(' | '));
  }
}

async function questions(): Promise<readonly (readonly [name: string, query: string])[]> {
  const path = indexPath(providerCode.parse(provider));
  const { file } = await openGenerated(tree);
  const { latest, fixings } = providerIndex.parse(JSON.parse(`${await file(path)}`));
  const first = fixings[0]?.date;
  if (latest === null || first === undefined)
    throw new InputError(`${provider} has no fixing in ${tree}: name another provider`);
  const since = (date: string) => `from=${laterOf(parseIsoDate(date), first)}&to=${latest}`;
  const [month, year] = [since(addMonths(latest, -1)), since(addDays(latest, -364))];
  const lastYear = addMonths(parseIsoDate(`${latest.slice(0, 4)}-01-01`), -12).slice(0, 4);
  const past = `from=${laterOf(parseIsoDate(`${lastYear}-01-01`), first)}&to=${lastYear}-12-31&period=month`;
  return [
    ['a month, one currency', `${month}&currencies=USD`],
    ['a month, all', month],
    ['a year, one currency', `${year}&currencies=USD`],
    ['a year, all', year],
    ...(first.slice(0, 4) > lastYear
      ? []
      : ([
          ['averages of a year, one currency', `${past}&currencies=USD`],
          ['averages of a year, all', past],
        ] as const)),
  ];
}
