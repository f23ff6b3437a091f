/**
 * A night whose own collect brings one new list of every bank of an archive: restores, collects, generates, judges and
 * publishes, as `nightly` does, and prints what it took. The banks answer from files in the archive's form, so that what
 * is not measured is the network and the reading of a hundred formats.
 *
 * node build/scripts/bench/night.js --store DIR --archive DIR --out DIR --day DATE --lists DIR [--prepare]
 *   [--since DATE]
 *
 * --prepare writes the lists and ends; without it the night is run.
 */
import { parseArgs } from 'node:util';
import { toBasesFlag } from '../../generator/commands/cli/flags.ts';
import { exitCodeOf, reportAtEnd } from '../../generator/commands/night-report.ts';
import { type NightlyFlags, nightAlone } from '../../generator/commands/nightly.ts';
import { listFolder } from '../../generator/kit/files.ts';
import { collectProviders } from '../../generator/sources/collect/collect.ts';
import { codesOf, readCurrencies } from '../../generator/sources/facts/currencies.ts';
import { PROVIDERS } from '../../generator/sources/providers/index.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { asCsvBank, listsIn, writeLists } from './new-lists.ts';

const { values } = parseArgs({
  options: {
    store: { type: 'string', default: '' },
    archive: { type: 'string', default: '' },
    out: { type: 'string', default: '' },
    lists: { type: 'string', default: '' },
    day: { type: 'string', default: '' },
    since: { type: 'string', default: '2026-01-01' },
    prepare: { type: 'boolean', default: false },
  },
});
const { archive, out, lists } = values;
const day = parseIsoDate(values.day);
const currencies = codesOf(readCurrencies());

if (values.prepare) console.log(`${await writeLists(archive, lists, day)} lists of ${day} in ${lists}`);
else {
  const flags: NightlyFlags = {
    archive,
    out,
    date: day,
    bases: toBasesFlag('EUR,USD', currencies),
    historyBases: toBasesFlag('EUR', currencies),
    since: parseIsoDate(values.since),
    failuresOk: true,
  };
  const soFar = reportAtEnd();
  await nightAlone(values.store, flags, soFar, bringLists);
  process.exitCode = exitCodeOf(soFar.report, flags);
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  console.error(`user ${userCPUTime / 1e6} s, system ${systemCPUTime / 1e6} s, ${Math.round(maxRSS / 1024)} MB`);
}

async function bringLists() {
  const start = process.cpuUsage();
  const names = new Set(await listFolder(lists));
  const collected = await collectProviders({
    providers: PROVIDERS.filter(({ code }) => names.has(`${code}.csv`)).map((one) => asCsvBank(one, lists)),
    source: listsIn(lists, `${day}T18:00:00Z`),
    today: day,
    currencies,
    redenominations: [],
    env: {},
    archiveDir: archive,
    from: null,
    to: null,
    backfill: null,
    withdraw: [],
    askedAt: `${day}T18:00:00Z`,
    onEvent: () => {},
  });
  const failed = collected.summaries.flatMap(({ failures }) => failures);
  const { user, system } = process.cpuUsage(start);
  console.error(`collect: user ${user / 1e6} s, system ${system / 1e6} s, ${failed.length} failed ${failed[0] ?? ''}`);
  return collected;
}
