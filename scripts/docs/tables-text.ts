/**
 * The tables of pages that are made from files of data/: the clients of docs/integrations.md, from data/clients.csv,
 * which says which programs were tried at which door, and how; and the rules of docs/rules.md, from data/rules.csv.
 */

import { z } from 'zod';
import { parseSorted, textCell } from '../../generator/kit/csv-rows.ts';
import { readDataFile } from '../../generator/kit/package.ts';
import { DIALECT_NAMES } from '../../generator/wire/answers/operations.ts';
import type { RuleFacts } from '../../generator/wire/answers/rules.ts';

/** The interfaces that a program may use: a dialect, our own one, or files of an export. */
export const DOORS = ['v1', 'export', ...DIALECT_NAMES] as const;
/** How a program gets there: by a setting, by files in its folder, by a redirected host, or not at all. */
const HOWS = ['setting', 'file', 'redirect', 'not'] as const;
/** What was done: run at a gateway, run at a prototype before the gateway had the door, or only its source was read. */
const TRIED = ['gateway', 'prototype', 'source'] as const;

const none = z.literal('');
const row = z
  .object({
    program: textCell,
    /** Of the program, or the beginning of a commit's hash. */
    version: z.union([none, textCell]),
    door: z.union([none, z.enum(DOORS)], `is not one of ${DOORS.join(', ')}`),
    how: z.enum(HOWS, `is not one of ${HOWS.join(', ')}`),
    tried: z.enum(TRIED, `is not one of ${TRIED.join(', ')}`),
    /** A trial or a reading of a version of ours, or of what came after it; or the test that runs it. */
    by: z
      .string()
      .regex(/^((trial|reading) (of|after) \d+\.\d+\.\d+|test\/\S+\.test\.ts)$/, 'is neither a trial nor a test'),
    note: z.union([none, textCell]),
  })
  .refine(({ tried, version }) => tried === 'source' || version !== '', 'ran in no version: name it')
  .refine(({ tried, by }) => tried !== 'gateway' || !by.startsWith('reading'), 'was read, and not run')
  .refine(({ how, note }) => how !== 'not' || note !== '', 'does not say why not');

export type Client = z.infer<typeof row>;

/** Sorted by program and door. @throws InputError naming line, column and remedy */
export function readClients(list = readDataFile('clients.csv')): readonly Client[] {
  const faultOf = (key: string, before: string) => `${key} after ${before}: sort by program and door, one row for each`;
  return parseSorted(list, row, ({ program, door }) => `${program},${door}`, faultOf);
}

/** Which is in the file alone. */
const COMMIT = /^[0-9a-f]{7,}$/;

/** A row for each door that has a client. */
export function clientsTable(clients: readonly Client[]): string {
  const cellOf = (door: string, hows: readonly string[]) =>
    clients
      .filter((client) => client.door === door && hows.includes(client.how))
      .map(({ program, version, tried }) => {
        const named = version === '' || COMMIT.test(version) ? program : `${program} ${version}`;
        return tried === 'gateway' ? named : `*${named}*`;
      })
      .join(', ');
  const rows = DOORS.map((door) => [door, cellOf(door, ['setting']), cellOf(door, ['redirect', 'file'])]);
  const lines = rows.filter(([, ...cells]) => cells.join('') !== '').map((cells) => `| ${cells.join(' | ')} |`);
  const not = clients.filter(({ how }) => how === 'not').map(({ program }) => program);
  const head = ['| door | by a setting | by a redirected host or files |', '|---|---|---|'];
  return [...head, ...lines, '', `Not: ${not.join(', ')}.`].join('\n');
}

export function rulesTable(rules: readonly RuleFacts[]): string {
  const lines = rules.map(({ code, purpose, provider, side, dateRule }) => {
    const [subject = ''] = purpose.split(/[:,]/);
    return `| ${[code, subject, side === 'mid' ? provider : `${provider} ${side}`, `\`${dateRule}\``].join(' | ')} |`;
  });
  return ['| rule | for | rate | fixing |', '|---|---|---|---|', ...lines].join('\n');
}
