import { describe, expect, it } from 'vitest';
import { freshFolder } from '../support/banks/archives.ts';
import { bank, bankFeed, collectRecorded } from '../support/banks/recorded-bank.ts';

/** A holiday is a line of words in this bank's feed. */
const definition = bank({ feeds: [bankFeed('a', { isSilent: ([row]) => row?.[0] === 'closed' })] });
const document = (name: string, body: string) => ({
  url: `https://bank.example/a/${name}`,
  body,
  recordedAt: '2026-03-13T15:00:00Z',
});
const failuresOf = async (...bodies: string[]) => {
  const documents = bodies.map((body, index) => document(`${index}`, body));
  const { summaries } = await collectRecorded(freshFolder(), documents, { definition });
  return summaries.map(({ documents: read, failures }) => [read, failures.length]);
};

describe('a document without figures', () => {
  it('is no fault where it says so in words', async () => {
    expect(await failuresOf('closed,today', '2026-03-12,USD,PLN,1,3.6,,')).toEqual([[1, 0]]);
  });

  it('is a fault where it is merely empty', async () => {
    expect(await failuresOf('', '2026-03-12,USD,PLN,1,3.6,,')).toEqual([[1, 1]]);
  });

  it('does not hide that a feed has had nothing but words to say', async () => {
    expect(await failuresOf('closed,today')).toEqual([[0, 1]]);
  });
});
