/** The lines by which a run of collect names what is in quarantine. */
import { toQuarantineLine } from './list.ts';
import type { Quarantined } from './quarantine.ts';

/**
 * A line for each figure seen on that day, and one for each provider with older ones: a night names what is new to it.
 */
export function toQuarantineNotes(quarantined: readonly Quarantined[], today: string): readonly string[] {
  return [...new Set(quarantined.map(({ provider }) => provider))].flatMap((provider) => {
    const own = quarantined.filter((one) => one.provider === provider);
    const fresh = own.filter(({ row }) => row.seen.startsWith(today)).map(toQuarantineLine);
    const older = own.length - fresh.length;
    return [
      ...fresh.map((line) => `in quarantine: ${line}`),
      ...(older > 0
        ? [`${provider}: ${figures(older)} seen earlier in quarantine (ratetree quarantine lists them)`]
        : []),
    ];
  });
}

export function figures(count: number): string {
  return count === 1 ? '1 figure' : `${count} figures`;
}
