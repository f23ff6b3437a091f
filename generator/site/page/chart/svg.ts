/** Elements of SVG, and places in it. */

const SVG = 'http://www.w3.org/2000/svg';

/** A tenth of a pixel is enough, and makes shorter paths. */
export function round(value: number): number {
  return Math.round(value * 10) / 10;
}

export function s(
  tag: string,
  attributes: Readonly<Record<string, string | number>>,
  text: string | null = null,
): Element {
  const element = document.createElementNS(SVG, tag);
  set(element, attributes);
  if (text !== null) element.textContent = text;
  return element;
}

export function set(element: Element, attributes: Readonly<Record<string, string | number>>): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, `${value}`);
}
