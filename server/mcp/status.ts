/** The status of providers at an instant, short enough for an assistant: gaps only of the providers it names. */

import { statusPath } from '../../generator/wire/answers/paths.ts';
import { type ProviderStatus, parseStatus, punctualityAt } from '../../generator/wire/answers/status.ts';
import { InputError } from '../../generator/wire/words/input-error.ts';
import { askText } from '../ask/answers.ts';
import type { Asker } from '../ask/asker.ts';

/** @throws InputError naming a provider that has no status */
export async function toStatusText(asker: Asker, only: string | null, nowMs: number): Promise<string> {
  const { date, providers, withoutFigures } = parseStatus(await askText(asker, `/${statusPath}`));
  const codes = only?.split(',').map((code) => code.trim().toUpperCase()) ?? null;
  const stranger = codes?.find((code) => !providers.some((one) => one.provider === code));
  if (stranger !== undefined) {
    const isKnown = withoutFigures?.some((code) => code === stranger);
    const words = isKnown ? 'is known, but this release has no figures of it' : 'has no status; see providers';
    throw new InputError(`provider ${JSON.stringify(stranger)} ${words}`);
  }
  const chosen = providers.filter(({ provider }) => codes === null || codes.includes(provider));
  return JSON.stringify({ date, providers: chosen.map((one) => toFacts(one, nowMs, codes !== null)) });
}

function toFacts(one: ProviderStatus, nowMs: number, isDetailed: boolean) {
  const { provider, first, last, fixings, gaps, frozen, currencies } = one;
  const { ageDays, expected, overdue, missed } = punctualityAt(one, nowMs);
  const state = expected === null ? 'ended' : overdue ? 'late' : 'on time';
  const facts = { provider, state, last, ageDays, next: expected?.at ?? null, missed: missed.length };
  return isDetailed ? { ...facts, first, fixings, gaps, frozen: frozen ?? [], currencies } : facts;
}
