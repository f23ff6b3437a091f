/** A chart as a picture: SVG that stands alone, PNG, or HTML that shows it in another page and leads back here. */
import { h } from '../base/dom.ts';
import { onScreen } from './series.ts';
import { s } from './svg.ts';

const KEPT = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linejoin', 'font-size'];
const [TITLE, FONT] = [32, '12px sans-serif'];
/** Twice as many pixels as on the screen, so that print is sharp. */
const SCALE = 2;

/** @param title stands above the picture, which leaves the page that explains it */
export function pictureOf(chart: Element, title: string) {
  const sizeOf = (name: string) => onScreen(chart.getAttribute(name) ?? '0');
  const [width, height] = [sizeOf('width'), sizeOf('height')];
  const ground = getComputedStyle(document.body).backgroundColor;
  const copy = s('svg', { xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 ${-TITLE} ${width} ${height + TITLE}` });
  const words = s('text', { x: 12, y: -12, fill: getComputedStyle(document.body).color }, title);
  copy.append(s('rect', { y: -TITLE, width, height: height + TITLE, fill: ground }), words);
  const shown = [...chart.children].filter((one) => !/cursor|dot/.test(one.getAttribute('class') ?? ''));
  copy.append(...shown.map(styled));
  copy.setAttribute('font-family', 'sans-serif');
  return { svg: new XMLSerializer().serializeToString(copy), png: () => pngOf(copy, width, height + TITLE) };
}

/** A picture has no sheet of styles. */
function styled(element: Element): Element {
  const copy = element.cloneNode() as Element;
  copy.textContent = element.textContent;
  const style = getComputedStyle(element);
  for (const name of KEPT) copy.setAttribute(name, style.getPropertyValue(name));
  copy.removeAttribute('class');
  return copy;
}

/** Drawn shape by shape: the policy of the page lets it load no picture that it made itself. */
function pngOf(root: Element, width: number, height: number): Promise<Blob | null> {
  const canvas = h('canvas', { width: `${width * SCALE}`, height: `${height * SCALE}` });
  const pen = canvas.getContext('2d');
  if (pen === null) return Promise.resolve(null);
  pen.setTransform(SCALE, 0, 0, SCALE, 0, TITLE * SCALE);
  for (const element of root.children) draw(pen, element);
  return new Promise((resolve) => canvas.toBlob(resolve));
}

function draw(pen: CanvasRenderingContext2D, element: Element): void {
  const of = (name: string) => element.getAttribute(name) ?? '';
  const at = (name: string) => onScreen(of(name) || '0');
  const { tagName } = element;
  const edge = `M${at('x1')} ${at('y1')}L${at('x2')} ${at('y2')}`;
  const box = `M0 ${at('y')}h${at('width')}v${at('height')}H0Z`;
  const path = new Path2D(tagName === 'path' ? of('d') : tagName === 'line' ? edge : tagName === 'rect' ? box : '');
  pen.fillStyle = of('fill') === 'none' ? 'transparent' : of('fill');
  pen.globalAlpha = of('fill-opacity') === '' ? 1 : at('fill-opacity');
  pen.fill(path);
  pen.globalAlpha = 1;
  pen.font = FONT;
  pen.textAlign = ({ end: 'right', middle: 'center' } as const)[of('text-anchor')] ?? 'left';
  if (tagName === 'text') pen.fillText(element.textContent ?? '', at('x'), at('y'));
  if (of('stroke') === 'none' || of('stroke') === '') return;
  pen.strokeStyle = of('stroke');
  pen.lineWidth = onScreen(of('stroke-width').replace('px', ''));
  pen.setLineDash((of('stroke-dasharray').match(/[\d.]+/g) ?? []).map(onScreen));
  pen.stroke(path);
}
