/** Where a number comes from: for a bank its documents, for GLOBAL every contributor, used or left out, and why. */

import { newestOf } from '../base/age.ts';
import { provenanceOf } from '../base/asking.ts';
import { combobox } from '../base/combobox.ts';
import {
  type Context,
  copyButtons,
  currencyChoices,
  parameter,
  providerChoices,
  readOrWords,
} from '../base/context.ts';
import { actions, field, h, p, row } from '../base/dom.ts';
import { askedOf, readLatest } from '../base/fixings.ts';
import { providerOf } from '../base/lists.ts';
import { pause } from '../base/pause.ts';
import { readProvenance, type ShownProvenance } from '../base/provenance.ts';
import type { Choice } from '../language/searched.ts';
import { commandOf, type Figure, fileOf, proofButton } from '../proof/button.ts';
import { ofBank } from './why-bank.ts';
import { ofGlobal } from './why-global.ts';

const ALL: Choice = { value: '', text: 'all currencies' };

export async function whyView(context: Context): Promise<readonly Node[]> {
  const provider = providerOf(context, parameter(context, 'provider', 'GLOBAL'));
  const asked = parameter(context, 'date', '');
  const date = asked === '' ? (await readLatest(context.source, askedOf(provider, ''))).date : asked;
  const currency = parameter(context, 'currency', provider.code === 'GLOBAL' ? 'USD' : '');
  const found = await readOrWords(() => readProvenance(context.source, provider.code, date));
  const isFound = !(found instanceof HTMLElement);
  const licence = await licenceOf(context, provider.code);
  return [
    h('h1', {}, `Where the numbers of ${provider.code} come from`),
    await newestOf(context, [provider.code]),
    ...(licence === undefined ? [] : [p(`Class of its licence: ${licence}.`)]),
    row(
      combobox('Provider', provider.code, providerChoices(context), (value) =>
        context.change({ provider: value, date: null, currency: null }),
      ),
      field('Date', { type: 'date', value: date }, (value) => context.change({ date: value })),
      combobox('Currency', currency, isFound ? currencyList(context, found, provider.code) : [ALL], (value) =>
        context.change({ currency: value }),
      ),
    ),
    ...(isFound ? await whatIsFound(context, found, currency) : [found]),
  ];
}

/** What the tree says of the provider's terms: nothing of GLOBAL. */
async function licenceOf({ source }: Context, provider: string): Promise<string | undefined> {
  const { providers } = await source.status();
  return providers.find((one) => one.provider === provider)?.licence;
}

async function whatIsFound(context: Context, found: ShownProvenance, currency: string): Promise<readonly Node[]> {
  await pause();
  const { provider, date } = found;
  const rows = found.figures.rows.filter(([code]) => currency === '' || code === currency);
  const figures = { ...found.figures, rows };
  return [
    ...(provider === 'GLOBAL' ? await ofGlobal(context, found, figures, currency) : ofBank(found, figures, currency)),
    ...aboutProof(context, { provider, date, currency }, rows.length > 0),
    copyButtons(context, provenanceOf(provider, date), () => [figures.columns, ...rows]),
  ];
}

/** A page of the host that is to be checked cannot check it: it only saves the file, and the program reads it. */
function aboutProof(context: Context, figure: Figure, isStated: boolean): readonly Node[] {
  if (figure.currency === '') return [p('Choose a currency to prove its figure.')];
  if (!isStated) return [];
  return [
    h('h2', {}, 'Proof of this figure'),
    actions(proofButton(context, figure)),
    p('The file leads from a signed release to the figure. ', h('code', {}, commandOf(figure)), ' writes it, too.'),
    p(
      h('code', {}, `ratetree verify ${fileOf(figure)} --public-key FILE`),
      ' reads it without a network, in years. FILE has the publisher’s key, from somewhere else than this host.',
    ),
  ];
}

/** Of GLOBAL also what it does not state, because the reason is worth a look. */
function currencyList(context: Context, { figures }: ShownProvenance, provider: string): readonly Choice[] {
  if (provider === 'GLOBAL') return currencyChoices(context);
  const codes = new Set(figures.rows.map(([code]) => code ?? ''));
  return [ALL, ...currencyChoices(context, codes)];
}
