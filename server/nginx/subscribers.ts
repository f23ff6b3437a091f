/** The key file as maps of nginx: whose key it is, what the plan allows, and how often. */
import type { KeyRecord } from '../keys/api-keys.ts';

/** The operations that have plain questions. */
const OPERATIONS = ['currencies', 'providers', 'rules', 'latest', 'historical', 'ecb'] as const;

export interface SubscriberMaps {
  /** First characters of a key → `MD5` or `MD5,unix time`, as `secure_link` reads it. */
  readonly secrets: readonly string[];
  /** Verdict, first characters and operation → name. */
  readonly names: readonly string[];
  /** Name → requests a minute. */
  readonly limits: readonly string[];
  /** Each limit that a key has. */
  readonly perMinute: readonly number[];
  /** Names of the enabled keys that nginx does not know, so that all their requests go to the gateway. */
  readonly leftOut: readonly string[];
}

export function toSubscriberMaps(records: readonly KeyRecord[]): SubscriberMaps {
  const enabled = records.filter((record) => record.enabled);
  // Of two keys that begin alike nginx could know only one.
  const counts = new Map<string, number>();
  for (const { nginx } of enabled)
    if (nginx !== undefined) counts.set(nginx.begins, (counts.get(nginx.begins) ?? 0) + 1);
  const isKnown = ({ nginx }: KeyRecord) => nginx !== undefined && counts.get(nginx.begins) === 1;
  const known = enabled.filter(isKnown);
  const limitOf = ({ plan }: KeyRecord) => plan.requestsPerMinute;
  return {
    secrets: known.map(({ nginx, expires }) => `"${nginx?.begins}" "${nginx?.md5}${toLifetime(expires)}";`),
    names: known.flatMap(({ name, nginx, plan }) =>
      OPERATIONS.filter((one) => plan.operations.includes(one)).map((one) => `"1 ${nginx?.begins} ${one}" "${name}";`),
    ),
    limits: known.filter((record) => limitOf(record) !== null).map((one) => `"${one.name}" ${limitOf(one)};`),
    perMinute: [...new Set(known.map(limitOf))].filter((limit) => limit !== null).sort((left, right) => left - right),
    leftOut: enabled.filter((record) => !isKnown(record)).map(({ name }) => name),
  };
}

/** To nginx a time is over when it is past; to the gateway already when it has come. */
function toLifetime(expires: string | null): string {
  return expires === null ? '' : `,${Math.floor(Date.parse(expires) / 1000) - 1}`;
}
