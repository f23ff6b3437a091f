/**
 * What a reader of a fixing of GLOBAL has to know about a currency: banks contradict its peg, or their newer figures are
 * in quarantine. It is part of provenance and, for the newest fixing, of v1/status.json.
 */
import { z } from 'zod';
import { currencyCode } from './schemas.ts';

/**
 * Of a peg that is contradicted, GLOBAL states what is observed, the official number, or nothing, because the banks do not
 * agree. It is near where one or two banks are off by so little that rounding, hours and bank notes may explain it. Of a
 * currency that is held GLOBAL states nothing.
 */
const NOTICE_KINDS = ['peg-observed', 'peg-official', 'peg-near', 'peg-disputed', 'held'] as const;

export const notice = z.strictObject({
  currency: currencyCode,
  kind: z.enum(NOTICE_KINDS),
  /** A sentence for people. */
  words: z.string().min(1),
});
export type Notice = z.infer<typeof notice>;

export const NOTICE_COLUMNS = notice.keyof().options;

/** `SAR: 5 banks …`, as nights and pages show it. */
export function noticeText({ currency, words }: Notice): string {
  return `${currency}: ${words}`;
}

/** Whether a person has to look: a night with such a notice does not end with 0. */
export function isAlarming({ kind }: Notice): boolean {
  return kind !== 'peg-near';
}
