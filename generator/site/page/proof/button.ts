/** The proof of a figure as a file, wherever a figure's source is shown. */

import type { Asked } from '../../../release/proof/make.ts';
import { type Context, save } from '../base/context.ts';
import { button } from '../base/dom.ts';
import type { ProofOf } from './make.ts';

export interface Figure {
  readonly provider: string;
  readonly date: string;
  readonly currency: string;
}

export const fileOf = ({ provider, date, currency }: Figure) => `${provider}-${date}-${currency}.proof`;

const root = () => new URL('.', document.baseURI).href;

export function commandOf({ provider, date, currency }: Figure): string {
  return `ratetree prove ${provider} ${date} ${currency} --from ${root()}`;
}

export function proofButton({ source: { host, key }, say }: Context, figure: Figure): HTMLElement {
  const make = async () => {
    say(`The proof of ${figure.currency} is put together.`);
    // It has the program's own modules and is large, so the build keeps it apart.
    const { proofOf }: { proofOf: ProofOf } = await import(new URL('./explorer-proof.js', import.meta.url).href);
    const text = await proofOf({ root: root(), host, key }, figure as Asked);
    save(fileOf(figure), new Blob([text], { type: 'application/json' }));
    say(`${fileOf(figure)} is saved.`);
  };
  const tell = (error: unknown) => say(`There is no proof: ${error instanceof Error ? error.message : error}`);
  return button(`Save the proof of ${figure.currency}`, () => void make().catch(tell));
}
