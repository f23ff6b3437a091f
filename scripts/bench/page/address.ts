/** Addresses of views from that of the page with its key, and how figures are printed. */

/** `http://…/#key=KEY` and a view → its address with the key; a page of the documentation needs none. */
export function atOf(address: string, view: string): string {
  if (view.startsWith('data:')) return view;
  const { origin, hash } = new URL(address);
  if (view.includes('.html')) return `${origin}/${view}`;
  return hash === '' ? `${origin}/#${view}` : `${origin}/${hash}&${view}`;
}

/** The middle one of several, with the least and the most. */
export function middleOf(values: readonly number[]): string {
  const sorted = [...values].sort((left, right) => left - right);
  const [least, middle, most] = [sorted[0], sorted[sorted.length >> 1], sorted.at(-1)].map((one = 0) => shown(one));
  return `${middle} (${least} to ${most})`;
}

function shown(value: number): string {
  return Number.isInteger(value) ? `${value}` : value.toFixed(value < 1 ? 4 : 0);
}
