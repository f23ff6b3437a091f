/**
 * Every recorded feed through its adapter into one archive: how many figures each bank's documents have, and no
 * complaint. Then every document cut in half, which must withdraw nothing.
 */
import { describe, expect, it } from 'vitest';
import { codesOf, readCurrencies } from '../../generator/sources/facts/currencies.ts';
import { readRedenominations } from '../../generator/sources/facts/redenominations.ts';
import type { FeedSource } from '../../generator/sources/feeds/delivery.ts';
import { replaySource } from '../../generator/sources/feeds/recordings.ts';
import { PROVIDERS } from '../../generator/sources/providers/index.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { RECORDINGS } from '../support/banks/feeds.ts';
import { collect } from '../support/banks/recorded-bank.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { toHalf } from '../support/faults/mutations.ts';

/** Figures in the recordings: days times currencies, counted in the documents. */
const FIGURES = [
  'AMCM 85, BAM 90, BANGUAT 20, BANREP 5, BANXICO 50, BBK 108, BCB 50, BCCH 80, BCCR 100, BCU 81, BDI 450',
  'BDP 96, BNB 32, BNM 378, BNR 5809, BNRRW 64, BOC 6946, BOE 104, BOI 14, BOJ 38, BOJA 240, BOM 152, BOT 57',
  'BOTA 195, CBA 390, CBC 123900, CBK 11529, CBLLR 31, CBN 72, CBR 81, CBU 225, CNB 1982, DAB 30, DNB 8007',
  'ECB 217584, FBIL 18, FED 5635, FRED 220, HKMA 1778, HMRC 1846, HNB 80, IMF 734, LB 264, MAS 462, MMA 3552',
  'MNB 160, NB 252, NBE 57, NBG 84, NBKR 44, NBM 126, NBP 275, NBRB 510, NBRM 713, NBS 42, NBT 108, NBU 720',
  'BAZG 144, BCC 52, BCCCD 104, BCP 1000, BCRA 68, BCRP 5, BCT 60, BEAC 13, BFM 77, BI 24, BIS 271, BNA 210, BOB 39763',
  'BRB 3, BSH 19, BSI 126, CBAR 91, CBBH 61, CBG 2649, CBKKW 13, CBM 76',
  'BCBO 494, BOA 352, BSP 62, CBE 126, CBI 1044, CBS 34762, CBSL 162, CBT 144, CBTT 198, CFETS 100, INFOREURO 154, JPC 1048',
  'NBC 84, NBK 159, NRBT 108, PMA 150, RBF 40, RBV 1110, SAMA 68, SBP 506, SNB 1652, UNORE 150, UST 295',
  'BCH 5586, BCRD 8111, BCV 2808, BM 18, BOMU 14, BOZ 20269, CBO 5, CBSSC 3',
  'NRB 110, RB 116, RBA 14896, RBAM 3828, RBM 144, SARB 92, SBI 128, TCMB 311',
]
  .flatMap((line) => line.split(', '))
  .sort();

/** Recorded documents that no feed reads, and why. */
const UNREAD: readonly (readonly [provider: string, documents: number, why: string])[] = [
  ['BAZG', 1, 'the averages of months are a second figure for each currency'],
  ['BCP', 1, 'the list of special drawing rights has no figure'],
  ['BNA', 12, 'the list of currencies, and single currencies, which the answer for all of them repeats'],
  ['CBG', 5, 'currencies whose figures cannot be used'],
];

/** Rows of whole archives that cannot be right, which are left out by name. */
const ODD = [
  // Its files are the official averages that rules are compared with.
  'ATO: recorded, but there is no adapter for it',
  'BCH: left out, cannot be right: 2009-07-04 after 2009-08-03 USD/HNL: there is no such day',
  'BCRD: left out, cannot be right: 1991-01-25 USD/DOP: bid 11.7 is above ask 11.5',
  'BOZ: left out, cannot be right: 2006-05-02 EUR/ZMK: bid 3947.94 is above ask 3925.43 (and 2 more)',
];
const isUnread = (note: string) => note.endsWith(' is not the address of any feed');
const unreadBy = (notes: readonly string[]) => {
  const counts = new Map<string, number>();
  for (const note of notes.filter(isUnread)) {
    const provider = note.replace(/:.*/, '');
    counts.set(provider, (counts.get(provider) ?? 0) + 1);
  }
  return [...counts].sort();
};

/** What a half states before the whole has come, and why the document shows nothing of the cut. */
const HALVES: Readonly<Record<string, readonly [figures: number, why: string]>> = {
  BIS: [135, 'currencies are in no order, and not every one has a figure for every month'],
  BOE: [26, 'days are in order, and the last one may have been a holiday'],
  BOMU: [3, 'what was recorded is a part of a page, which nothing closes: its whole rows are read'],
  CBSL: [162, 'its half is whole: the table ends before the middle of the page'],
  ECB: [108_358, 'the table of the history was recorded unpacked; a half of the zip that the bank serves is refused'],
  FED: [2668, 'months are in order, the newest last'],
  NB: [132, 'currencies are in no order, and an ended one may be the last'],
};

/** Replays the recordings as if they had been recorded so many years later, and cut if that is wanted. */
function replayed(years: number, isCut: boolean): FeedSource {
  const { deliver } = replaySource({ dirs: RECORDINGS, adapters: null });
  return {
    readNotes: async () => [],
    async *deliver(provider, wanted) {
      for await (const delivery of deliver(provider, wanted)) {
        if (delivery.kind !== 'document') continue;
        const { answer, seen } = delivery;
        const bytes = isCut ? toHalf(answer.bytes) : answer.bytes;
        yield {
          ...delivery,
          answer: { ...answer, bytes },
          seen: `${Number(seen.slice(0, 4)) + years}${seen.slice(4)}`,
        };
      }
    },
  };
}

describe.skipIf(!recordingsAreThere('halves of all recorded documents'))('a recorded document cut in half', () => {
  const facts = { currencies: codesOf(readCurrencies()), redenominations: readRedenominations() };
  const today = parseIsoDate('2026-08-20');

  it.each(PROVIDERS.map((definition) => [definition.code, definition] as const))(
    'of %s withdraws nothing, and the whole document makes it good',
    async (code, definition) => {
      const archiveDir = freshFolder();
      const run = async (years: number, isCut: boolean) => {
        const source = replayed(years, isCut);
        const { summaries } = await collect({ providers: [definition], source, archiveDir, today, ...facts });
        return summaries.map(({ fresh, corrected, withdrawn }) => [fresh, corrected, withdrawn]);
      };
      const half = HALVES[code]?.[0] ?? 0;
      const all = Number(FIGURES.find((line) => line.startsWith(`${code} `))?.slice(code.length));
      expect(await run(0, true)).toEqual([[half, 0, 0]]);
      expect(await run(1, false)).toEqual([[all - half, 0, 0]]);
      expect(await run(2, true)).toEqual([[0, 0, 0]]);
    },
  );
});

describe.skipIf(!recordingsAreThere('all recorded feeds into one archive'))('all recorded feeds', () => {
  const collectAll = (archiveDir: string) =>
    collect({
      providers: PROVIDERS,
      source: replaySource({ dirs: RECORDINGS, adapters: PROVIDERS.map(({ code }) => code) }),
      archiveDir,
      today: parseIsoDate('2026-08-20'),
      currencies: codesOf(readCurrencies()),
      redenominations: readRedenominations(),
    });

  it('are read without a failure or an unknown label, and read again add nothing', async () => {
    const dir = freshFolder();
    const { summaries, notes } = await collectAll(dir);
    expect(summaries.map(({ provider, fresh }) => `${provider} ${fresh}`)).toEqual(FIGURES);
    expect(summaries.filter(({ corrected, withdrawn }) => corrected + withdrawn > 0)).toEqual([]);
    expect(summaries.flatMap(({ failures, labels }) => [...failures, ...labels])).toEqual([]);
    const unread = UNREAD.map(([provider, documents]) => [provider, documents]);
    expect(unreadBy(notes)).toEqual(unread);
    expect(notes.filter((note) => !isUnread(note)).sort()).toEqual(ODD);
    const again = await collectAll(dir);
    expect(again.summaries.filter(({ fresh, corrected, withdrawn }) => fresh + corrected + withdrawn > 0)).toEqual([]);
    expect(again.summaries.map(({ documents }) => documents)).toEqual(summaries.map(({ documents }) => documents));
    expect(unreadBy(again.notes)).toEqual(unread);
  });
});
