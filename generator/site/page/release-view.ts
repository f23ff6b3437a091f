/** Which release the page shows, as far as its host says: a gateway names it, a bucket has the signed pointer as well. */
import { type Context, copyButtons } from './context.ts';
import { csvText } from './csv.ts';
import { h } from './dom.ts';
import { Missing } from './source.ts';
import { tableOf } from './table.ts';

export const RELEASE_CHOICE = { value: 'release', text: 'Release in force' } as const;

/** In the order in which they are shown; what a host does not say is left out. */
const FACTS = {
  release: 'Release',
  date: 'Date of the tree',
  sequence: 'Sequence, which only grows',
  time: 'Signed at (UTC)',
  expires: 'To be signed again before (UTC)',
  key: 'Key of the publisher',
} as const;

type Facts = Readonly<Partial<Record<keyof typeof FACTS, string | number | null>>>;

export async function releaseView(context: Context, listChoice: HTMLElement): Promise<readonly Node[]> {
  const [address, found] = await readRelease(context);
  const { date } = await context.source.document<{ readonly date: string }>('v1/status.json');
  const facts: Facts = { ...found, date };
  const names = Object.keys(FACTS) as readonly (keyof typeof FACTS)[];
  const rows = names.flatMap((name) => (facts[name] == null ? [] : [[FACTS[name], `${facts[name]}`]]));
  return [
    h('h1', {}, 'Release in force'),
    h(
      'p',
      {},
      'A release is one state of all files. Its name is made from their content: the same files, the same name.',
    ),
    h('div', { class: 'choices' }, listChoice),
    tableOf(
      'What this host says of its release',
      [
        { title: 'Fact', cell: ([fact = '']) => fact },
        { title: 'Value', cell: ([, value = '']) => value },
      ],
      rows,
    ),
    copyButtons(context, address, () => csvText([['fact', 'value'], ...rows])),
  ];
}

/** A folder of files has a note of its release, and a bucket has the pointer instead. */
async function readRelease({ source }: Context): Promise<readonly [address: string, facts: Facts]> {
  if (source.host === 'gateway') return ['v1/status.json', { release: source.release }];
  for (const address of ['index/release.json', 'current.json']) {
    try {
      return [address, await source.document<Facts>(address)];
    } catch (error) {
      if (!(error instanceof Missing)) throw error;
    }
  }
  throw new Missing('This host does not say which release its files are of.');
}
