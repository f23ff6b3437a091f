/** Runs the nights of one case on a copy of the base, and judges each. */
import { dirname, join } from 'node:path';
import { addDays } from '../../../generator/wire/words/calendar.ts';
import type { Case } from './faults.ts';
import { START } from './faults.ts';
import { daysFrom, unreachableOn } from './habits.ts';
import { type Finding, Judge } from './judge.ts';
import { runNight } from './nights.ts';
import { type CaseNight, type Row, toRow } from './table.ts';
import type { World } from './world.ts';

export interface CaseOptions {
  readonly base: World;
  readonly key: string;
  /** How many banks cannot be reached each night. */
  readonly unreachable: number;
  readonly isVerbose: boolean;
}

export async function runCase(one: Case, { base, key, unreachable, isVerbose }: CaseOptions): Promise<Row> {
  const { name, nights, shocks = [], aliases = [], currencies } = one;
  const plot = { life: () => ({}), fault: () => null, punctual: [], ...one };
  const { setting } = base;
  const folder = join(dirname(base.folder), 'case');
  const world = base.copy(folder, { ...setting, market: setting.market.with({ shocks, aliases }) }, plot);
  const judge = new Judge(world, currencies, setting.market);
  const judged: CaseNight[] = [];
  let next = START;
  for (const day of nights) {
    const away = unreachableOn(setting.seed, setting.banks, day, unreachable);
    const lists = await world.bring(daysFrom(next, day), away);
    judge.hear(lists);
    const night = await runNight({ world: folder, key }, day, away);
    judged.push({ ...judge.judge(night), isFaulty: lists.some(({ isFaulty }) => isFaulty) });
    if (isVerbose) say(judged);
    next = addDays(day, 1);
  }
  world.remove();
  const row = toRow(name, judged);
  console.error(`${name}: ${row.codes}, ${judged.map(({ night }) => night.seconds.toFixed(1)).join(' ')} s`);
  return row;
}

function say(nights: readonly CaseNight[]): void {
  const last = nights.at(-1);
  if (last === undefined) return;
  const { night, wrong, held, isFaulty } = last;
  console.error(`${night.day} ${night.code} ${night.outcome}${isFaulty ? ', with a fault' : ''}`);
  for (const one of wrong.slice(0, SHOWN)) console.error(`  wrong ${toWords(one)}`);
  for (const one of held.slice(0, SHOWN)) console.error(`  held ${toWords(one)}`);
  for (const sentence of night.sentences.slice(0, SHOWN)) console.error(`  said ${sentence}`);
}

const SHOWN = 12;

function toWords({ who, currency, ratio, isNamed }: Finding): string {
  return `${who} ${currency} ${ratio === null ? '' : ratio.toFixed(4)} ${isNamed ? 'named' : 'in silence'}`;
}
