/**
 * Each view in a real Chromium: axe finds nothing, nothing moves while it loads, it fits a phone, and it prints. With
 * RATETREE_PICTURES set to a folder, pictures of the views are left there to be looked at.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readExamples } from '../support/kit/examples.ts';
import { chromiumIsThere, PICTURES, pictured, type Tab } from '../support/servers/browser.ts';
import { type Explorer, startExplorer } from '../support/servers/explorer.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let explorer: Explorer;
beforeAll(async () => {
  if (chromiumIsThere) explorer = await startExplorer();
});
/** Each view by the name of its picture. */
const VIEWS = readExamples('site/views.txt', 'views');

/** The documentation has no views: its pages are files. */
const addressOf = (view: string) =>
  view.endsWith('.html') ? `${explorer.gateway}/${view}` : explorer.behindGateway(view);

const DESK = { width: 1100, height: 800 };
const PHONE = { width: 390, height: 844, mobile: true, scheme: 'dark' } as const;

/** What moved without the reader's doing, by how much. */
const SHIFTS = `window.shifts = [];
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) if (!one.hadRecentInput) window.shifts.push(one.value);
}).observe({ type: 'layout-shift', buffered: true });`;

/** A4 without its margins, in CSS pixels. */
const PAPER = { width: 718, height: 1046 };

describe.skipIf(!chromiumIsThere).each(VIEWS)('%s', (name, view) => {
  let desk: Tab;
  beforeAll(async () => {
    desk = await opened(await explorer.browser.keptTab(DESK), view);
  });
  afterAll(() => desk.close());

  it('on a desk has no fault that axe knows, and nothing moves', async () => {
    await pictured(desk, name);
    await expectFaultless(desk, view);
  });

  it('prints without its controls, dark on light, and loses no column of figures', async () => {
    await desk.send('Emulation.setDeviceMetricsOverride', { ...PAPER, mobile: false, deviceScaleFactor: 1 });
    const features = [{ name: 'prefers-color-scheme', value: 'dark' }];
    await desk.send('Emulation.setEmulatedMedia', { media: 'print', features });
    // A chart is drawn again in the frame after its width has changed.
    await desk.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
    const controls = `[...document.querySelectorAll('nav, .choices, button:not(.sort)')]`;
    expect(await desk.evaluate(`${controls}.filter((one) => one.checkVisibility()).length`)).toBe(0);
    const heads = `[...document.querySelectorAll('main th')].filter((one) => one.checkVisibility())`;
    expect(await desk.evaluate(`${heads}.filter((one) => one.innerText.trim() === '').length`)).toBe(0);
    expect(await desk.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)');
    const wide = `[...document.querySelectorAll('main:not(.doc) table')].filter((one) => one.scrollWidth > ${PAPER.width})`;
    expect(await desk.evaluate(`${wide}.map((one) => one.caption.textContent)`)).toEqual([]);
    await pictured(desk, `${name}-printed`);
    if (PICTURES === null) return;
    const { data } = await desk.send('Page.printToPDF', {});
    writeFileSync(join(PICTURES, `${name}.pdf`), Buffer.from(`${data}`, 'base64'));
  });

  it('on a phone in dark has no fault that axe knows, and nothing moves', async () => {
    const phone = await opened(await explorer.browser.tab(PHONE), view);
    await pictured(phone, `${name}-phone-dark`);
    await expectFaultless(phone, view);
  });
});

it.skipIf(!chromiumIsThere)('three long figures of a bank fit a phone', async () => {
  const view = 'why?provider=BNM';
  const phone = await opened(await explorer.browser.tab(PHONE), view);
  const figures = `document.querySelector('main td.figure')`;
  expect(await phone.evaluate(`${figures}.dataset.below`)).toMatch(/^bid [\d.]+\nask [\d.]+$/);
  await expectFaultless(phone, view);
});

it.skipIf(!chromiumIsThere)('what is chosen is marked where the reader chooses all colors', async () => {
  const tab = await explorer.browser.tab();
  await tab.send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value: 'active' }] });
  await tab.open(explorer.behindGateway('chart'));
  const colors = (selector: string, of: string) =>
    tab.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).${of}`);
  expect(await colors('nav a[aria-current]', 'borderBottomColor')).not.toBe(
    await colors('nav a:not([aria-current])', 'borderBottomColor'),
  );
  expect(await colors('[aria-pressed=true]', 'backgroundColor')).not.toBe(
    await colors('[aria-pressed=false]', 'backgroundColor'),
  );
});

async function opened(tab: Tab, view: string): Promise<Tab> {
  await tab.send('Page.addScriptToEvaluateOnNewDocument', { source: SHIFTS });
  await tab.open(addressOf(view));
  return tab;
}

async function expectFaultless(tab: Tab, view: string): Promise<void> {
  expect(await tab.evaluate('window.shifts')).toEqual([]);
  await tab.evaluate(AXE);
  // Of what axe finds to be right it would note every element.
  const found = await tab.evaluate<{ id: string; nodes: { html: string }[] }[]>(
    `axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => ({ html })) })))`,
  );
  expect(found).toEqual([]);
  const fits = () => tab.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth');
  expect(await fits()).toBe(true);
  const regions = `[...document.querySelectorAll('main:not(.doc) .scroll')].filter((one) => one.checkVisibility())`;
  expect(await tab.evaluate(`${regions}.filter((one) => one.scrollWidth > one.clientWidth).length`)).toBe(0);
  // As a translation into Arabic or Hebrew turns it.
  await tab.evaluate(`document.documentElement.dir = 'rtl'`);
  expect(await fits()).toBe(true);
  await tab.evaluate(`document.documentElement.removeAttribute('dir')`);
  // Chromium notes that a tree which was not published has no list of releases; the page says so in words.
  const isExpected = (complaint: string) => view.endsWith('=release') && complaint.includes('404');
  expect(tab.complaints.filter((complaint) => !isExpected(complaint))).toEqual([]);
}
