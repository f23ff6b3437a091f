/** Springs the traps of a bank: changes a document as its table says, and reads it. */
import { Witnesses } from '../../../generator/rates/quarantine/witnesses.ts';
import { codesOf, readCurrencies } from '../../../generator/sources/facts/currencies.ts';
import type { FeedRequest, ProviderDefinition } from '../../../generator/sources/feeds/provider.ts';
import { readStatement } from '../faults/outcome.ts';
import type { Behaviour } from '../servers/internet.ts';
import { type BankFile, hasContent, type Talk, type Trap, toBytes } from './bank-file.ts';
import { observedLines, toLine } from './feeds.ts';

/** What the adapter reads from the trap's document, and what it reads from the document before the change. */
export function springTrap(provider: ProviderDefinition, bank: BankFile, trap: Trap) {
  const origin = [...bank.fixtures, ...bank.variants][(trap.document ?? 1) - 1];
  if (origin === undefined) throw new Error(`there is no document ${trap.document}`);
  const { url = origin.url, contentType = origin.contentType, post = origin.post ?? null } = trap;
  const bytes = changedBytes(trap, origin);
  const request: FeedRequest = post === null ? { method: 'GET', url } : { method: 'POST', url, body: post };
  const answer = { request, bytes, contentType };
  const feedOf = () => {
    const feed = provider.feeds.find(({ matches }) => matches.test(url));
    if (feed === undefined) throw new Error(`${url} is not an address of a feed of ${provider.code}`);
    return feed;
  };
  return {
    unchanged: () => observedLines(provider, origin.url, toBytes(origin), origin.contentType, origin.post),
    changed: () => observedLines(provider, url, bytes, contentType, post ?? undefined),
    isSilent: () => feedOf().isSilent?.(feedOf().schema.parse(feedOf().read(answer))) ?? false,
    /** As `collect` reads it: what it states, and what it leaves out and names. */
    collected: () => {
      const world = { currencies: codesOf(readCurrencies()), redenominations: [], witnesses: new Witnesses([]) };
      const recorded = { definition: provider, feed: feedOf(), answer, seen: '2026-11-20T12:00:00Z' };
      const read = readStatement(recorded, bytes, world, false);
      return { odd: read?.odd, lines: read?.statement.observations.map(toLine) ?? [] };
    },
  };
}

function changedBytes(trap: Trap, origin: Parameters<typeof toBytes>[0]): Buffer {
  const unused = new Set(Object.keys({ ...trap.change, ...trap.changeAll, ...trap.inFile }));
  const replaced = (text: string, [from, to]: readonly [string, string | null], every: boolean) => {
    if (text.includes(from)) unused.delete(from);
    return every ? text.replaceAll(from, () => to ?? '') : text.replace(from, () => to ?? '');
  };
  const change = (text: string) => {
    const first = Object.entries(trap.change ?? {}).reduce((left, one) => replaced(left, one, false), text);
    return Object.entries(trap.changeAll ?? {}).reduce((left, one) => replaced(left, one, true), first);
  };
  const made = toBytes(hasContent(trap) ? trap : origin, change);
  const file = Object.entries(trap.inFile ?? {}).reduce(
    (left, one) => replaced(left, one, false),
    made.toString('latin1'),
  );
  if (unused.size > 0) throw new Error(`not in the document: ${[...unused]}`);
  return Buffer.from(file, 'latin1').subarray(0, trap.cut);
}

/** A server that answers as the table of the talk says. */
export function behaviourOf({ answers }: Talk, { fixtures, variants }: BankFile): Behaviour {
  return ({ url, method }, response) => {
    const isAsked = (one: (typeof answers)[number]) =>
      (one.to ?? url.href) === url.href && (one.method ?? method) === method;
    const answer = answers.find(isAsked);
    const document = answer?.document === undefined ? answer : [...fixtures, ...variants][answer.document - 1];
    const changed = (text: string) =>
      Object.entries(answer?.change ?? {}).reduce((left, [from, to]) => left.replace(from, to ?? ''), text);
    const headers = answer?.contentType === undefined ? {} : { 'content-type': answer.contentType };
    response.writeHead(answer?.status ?? 404, headers);
    response.end(document !== undefined && hasContent(document) ? toBytes(document, changed) : undefined);
    return undefined;
  };
}

/** `GET https://… (or none)`, `POST https://… a=1 {"cookie":"b"}`: what is asked, and whether a 404 says that there is none. */
export const requestText = ({ method, url, mayBeAbsent, body, headers }: FeedRequest) =>
  [
    method,
    url,
    ...(mayBeAbsent ? ['(or none)'] : []),
    ...(body === undefined ? [] : [body]),
    ...(headers === undefined ? [] : [JSON.stringify(headers)]),
  ].join(' ');
