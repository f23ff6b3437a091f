/** Springs the traps of a bank: changes a document as its table says, and reads it. */
import { Witnesses } from '../../../generator/rates/quarantine/witnesses.ts';
import { codesOf, readCurrencies } from '../../../generator/sources/facts/currencies.ts';
import type { FeedRequest, ProviderDefinition } from '../../../generator/sources/feeds/provider.ts';
import { readStatement } from '../faults/outcome.ts';
import type { Behaviour } from '../servers/internet.ts';
import { type BankFile, documentOf, hasContent, type Talk, type Trap, toBytes } from './bank-file.ts';
import { feedOf, observedLines, toLine } from './feeds.ts';

/** What the adapter reads from the trap's document, and what it reads from the document before the change. */
export function springTrap(provider: ProviderDefinition, bank: BankFile, trap: Trap) {
  const origin = documentOf(bank, trap.document ?? 1);
  const { url = origin.url, contentType = origin.contentType, post = origin.post ?? null } = trap;
  const bytes = changedBytes(hasContent(trap) ? trap : origin, trap).subarray(0, trap.cut);
  const request: FeedRequest = post === null ? { method: 'GET', url } : { method: 'POST', url, body: post };
  const answer = { request, bytes, contentType };
  return {
    unchanged: () => observedLines(provider, origin.url, toBytes(origin), origin.contentType, origin.post),
    changed: () => observedLines(provider, url, bytes, contentType, post ?? undefined),
    isSilent: () => {
      const feed = feedOf(provider, url);
      return feed.isSilent?.(feed.schema.parse(feed.read(answer))) ?? false;
    },
    /** As `collect` reads it: what it states, and what it leaves out and names. */
    collected: () => {
      const world = { currencies: codesOf(readCurrencies()), redenominations: [], witnesses: new Witnesses([]) };
      const recorded = { definition: provider, feed: feedOf(provider, url), answer, seen: '2026-11-20T12:00:00Z' };
      const read = readStatement(recorded, bytes, world, false);
      return { odd: read?.odd, lines: read?.statement.observations.map(toLine) ?? [] };
    },
  };
}

type Changes = Pick<Trap, 'change' | 'changeAll' | 'inFile'>;

/** The bytes of the document with its texts, and then those of its file, replaced. Each text must be there. */
function changedBytes(document: Parameters<typeof toBytes>[0], { change, changeAll, inFile }: Changes): Buffer {
  const unused = new Set(Object.keys({ ...change, ...changeAll, ...inFile }));
  const replaced = (text: string, changes: Trap['change'], how: 'replace' | 'replaceAll') =>
    Object.entries(changes ?? {}).reduce((left, [from, to]) => {
      if (left.includes(from)) unused.delete(from);
      return left[how](from, () => to ?? '');
    }, text);
  const made = toBytes(document, (text) => replaced(replaced(text, change, 'replace'), changeAll, 'replaceAll'));
  const file = replaced(made.toString('latin1'), inFile, 'replace');
  if (unused.size > 0) throw new Error(`not in the document: ${[...unused]}`);
  return Buffer.from(file, 'latin1');
}

/** A server that answers as the table of the talk says. */
export function behaviourOf({ answers }: Talk, bank: BankFile): Behaviour {
  return ({ url, method }, response) => {
    const isAsked = (one: (typeof answers)[number]) =>
      (one.to ?? url.href) === url.href && (one.method ?? method) === method;
    const answer = answers.find(isAsked);
    const document = answer?.document === undefined ? answer : documentOf(bank, answer.document);
    const headers = answer?.contentType === undefined ? {} : { 'content-type': answer.contentType };
    response.writeHead(answer?.status ?? 404, headers);
    response.end(document !== undefined && hasContent(document) ? changedBytes(document, answer ?? {}) : undefined);
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
