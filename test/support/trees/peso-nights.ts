/**
 * Nights of the compiled program in which three banks speak: the ECB about 25 currencies, by recordings, and BDI and NBP
 * about the Cuban peso, by lines in the archive on the disk; two more stated it weeks before. A euro is 25.10 dollars
 * here, and a dollar 24 pesos.
 */
import { freshFolder, writeLines } from '../banks/archives.ts';
import { copied } from '../kit/copied.ts';
import { runProgram } from '../kit/run-program.ts';
import { calm, DAYS, type Disk, newDisk, night, recordings } from './nights-by-command.ts';

/** Zloty per peso, at 4.2 zloty a euro: what the peso is worth, and what it would be worth if it were a dollar. */
const TRUE = '0.006972';
const AS_DOLLAR = '0.16733';

export const bdi = (day: string) => `${day} EUR/CUP 602.4`;
/** NBP's weekly list of a day, which is right or calls the peso a dollar. */
export const listB = (day: string, says: 'peso' | 'dollar') =>
  `${day} CUP/PLN ${says === 'peso' ? TRUE : AS_DOLLAR} in B`;
/** What BDI stated before it fell silent: its figures are in force for a week. */
export const SPOKEN = ['2026-03-02', '2026-03-03', '2026-03-04'].map(bdi);

/**
 * Two banks that stated the peso once, weeks before: HNB as a dollar, BNM as BDI does. GLOBAL remembers a bank for 45
 * days, BNM until 11 March. So on no day do most of the banks it remembers deny the one that speaks, and the method
 * leaves it to the gate to ask.
 */
const HNB = ['2026-02-05 EUR/CUP 25.1'];
const BNM = ['2026-01-26 EUR/MYR 4.5', '2026-01-26 CUP/MYR 0.00747012'];

interface Stated {
  readonly bdi?: readonly string[];
  readonly nbp?: readonly string[];
}

export class PesoNights {
  readonly store = freshFolder();
  readonly disk: Disk = newDisk();

  /** @param days how many of the five days' lists the ECB has published */
  async run(days: number, { bdi: pesos = SPOKEN, nbp = [] }: Stated, ...flags: readonly string[]) {
    const of = DAYS.slice(0, days);
    await writeLines(this.disk.archive, 'HNB', HNB);
    await writeLines(this.disk.archive, 'BNM', BNM);
    await writeLines(this.disk.archive, 'BDI', pesos);
    await writeLines(this.disk.archive, 'NBP', [...of.map((day) => `${day} EUR/PLN 4.2 in A`), ...nbp]);
    return this.again(days, ...flags);
  }

  /** A night in which BDI and NBP state nothing new. */
  again(days: number, ...flags: readonly string[]) {
    return night(this.store, listsOf(DAYS.slice(0, days)), this.disk, ...flags);
  }

  quarantine(...flags: readonly string[]) {
    return runProgram(['quarantine', '--archive', this.disk.archive, ...flags]);
  }

  /** The same store, and an empty disk. */
  elsewhere(): PesoNights {
    return Object.assign(new PesoNights(), { store: this.store });
  }

  copy(): PesoNights {
    const other = new PesoNights();
    copied(this.store, other.store);
    copied(this.disk.archive, other.disk.archive);
    copied(this.disk.out, other.disk.out);
    return other;
  }
}

/** The ECB's lists of those days. */
export function listsOf(days: readonly string[]): string {
  return recordings(days, (code, day) => EURO[code] ?? calm(code, day));
}

const EURO: Readonly<Record<string, string>> = { PLN: '4.2', USD: '25.1' };
