/** In a real Chromium: what stands on the page is what its address says, also while another view is on its way. */
import { beforeAll, describe, expect, it } from 'vitest';
import { chromiumIsThere, type Tab } from '../support/servers/browser.ts';
import { EXACT, type Explorer, startExplorer } from '../support/servers/explorer.ts';

let explorer: Explorer;
beforeAll(async () => {
  if (chromiumIsThere) explorer = await startExplorer();
});

const isBusy = `document.querySelector('main').hasAttribute('aria-busy')`;
const link = (view: string) => `document.querySelector('header nav a[href*="#${view}"]')`;
const typing = (name: string, text: string) =>
  `(() => { const field = document.querySelector('[data-name=${name}]'); field.value = '${text}';
    field.dispatchEvent(new Event('input')); })()`;
const textOf = (tab: Tab, selector: string) => tab.evaluate(`document.querySelector('${selector}')?.textContent`);
const hashOf = (tab: Tab) => tab.evaluate<string>('location.hash');
/** Acts when the view of a new address has begun and its answers have not come. */
const underWay = (start: string, act: string) =>
  `new Promise((resolve) => { addEventListener('hashchange', () => resolve(${act}), { once: true }); ${start}; })`;

describe.skipIf(!chromiumIsThere)('an answer of before beside a new address', () => {
  it('is busy from the first moment on: by a link, by a control, and on the way back and forward', async () => {
    const tab = await explorer.open(explorer.behindGateway('convert'));
    expect(await tab.evaluate(`(${link('rates')}.click(), ${isBusy})`)).toBe(true);
    await tab.settled();
    expect(await tab.evaluate(`(document.querySelector('[data-name=Digits]').click(), ${isBusy})`)).toBe(true);
    await tab.settled();
    const told = `new Promise((resolve) => addEventListener('popstate', () => resolve(${isBusy}), { once: true }))`;
    for (const way of ['back', 'forward']) {
      expect([way, await tab.evaluate(`(history.${way}(), ${told})`)]).toEqual([way, true]);
      await tab.settled();
    }
    expect(await textOf(tab, 'h1')).toBe('Rates of GLOBAL');
  });

  it('is not called busy by a link to where the reader is', async () => {
    const tab = await explorer.open(explorer.behindGateway('rates'));
    expect(await tab.evaluate(`(${link('rates')}.click(), ${isBusy})`)).toBe(false);
  });
});

describe.skipIf(!chromiumIsThere)('a control that is used while another view is on its way', () => {
  it('converts what was typed meanwhile', async () => {
    const tab = await explorer.open(explorer.behindGateway('convert'));
    await tab.evaluate(underWay(`document.querySelector('.swap').click()`, typing('Amount', '250')));
    await tab.settled();
    expect(await hashOf(tab)).toBe('#convert?from=USD&to=EUR&amount=250');
    expect(await textOf(tab, 'main .asked')).toBe('250 USD =');
  });

  it('writes nothing into the address of the other view, and a choice leads back to its own', async () => {
    const tab = await explorer.open(explorer.behindGateway('convert'));
    await tab.evaluate(underWay(`${link('status')}.click()`, typing('Amount', '250')));
    expect(await hashOf(tab)).toBe('#status');
    await tab.settled();
    await tab.evaluate(`${link('convert')}.click()`);
    await tab.until(`document.querySelector('.swap') !== null`);
    await tab.evaluate(underWay(`${link('status')}.click()`, `document.querySelector('.swap').click()`));
    await tab.until(`document.querySelector('main .asked')?.textContent === '100 USD ='`);
    expect(await hashOf(tab)).toBe('#convert?from=USD&to=EUR');
  });
});

/** In a field that is searched by typing, as a reader types. */
const search = async (tab: Tab, name: string, text: string) => {
  await tab.evaluate(`document.querySelector('[data-name=${name}]').focus()`);
  await tab.type(text);
};

describe.skipIf(!chromiumIsThere)('a currency that is typed', () => {
  it('is the lek for ALL, not every currency', async () => {
    const tab = await explorer.open(explorer.behindGateway('convert?from=EUR'));
    await search(tab, 'To', 'ALL');
    await tab.press('Enter');
    await tab.settled();
    expect(await hashOf(tab)).toBe('#convert?from=EUR&to=ALL');
    expect(await textOf(tab, 'main')).toMatch(/ALL/);
    expect(await tab.evaluate(`document.querySelectorAll('main tbody tr').length`)).toBeLessThan(10);
  });

  it('and not chosen is forgotten on the way back', async () => {
    const tab = await explorer.open(explorer.behindGateway('convert'));
    await tab.evaluate(`document.querySelector('.swap').click()`);
    await tab.until(`document.querySelector('main .asked')?.textContent === '100 USD ='`);
    await search(tab, 'From', 'swiss');
    await tab.evaluate('history.back()');
    await tab.until(`document.querySelector('main .asked')?.textContent === '100 EUR ='`);
    expect(await hashOf(tab)).toBe('#convert');
  });
});

describe.skipIf(!chromiumIsThere)('a field that is not finished', () => {
  it.each([
    ['a date', 'convert', 'Date', `this.value = ''`],
    ['a word', 'convert', 'To', `this.value = 'po'`],
  ])('%s waits for the reader, asks nothing meanwhile, and gives way to any address', async (_, view, name, typed) => {
    const tab = await explorer.open(explorer.behindGateway(view));
    await tab.until(`document.querySelector('.beside svg') !== null`);
    const field = `document.querySelector('[data-name=${name}]')`;
    const asked = () => tab.evaluate<number>(`performance.getEntriesByType('resource').length`);
    await tab.evaluate(`(function () { ${typed}; this.dispatchEvent(new Event('input')); }).call(${field})`);
    const before = await asked();
    await tab.evaluate('new Promise((resolve) => setTimeout(resolve, 600))');
    expect(await asked()).toBe(before);
    await tab.evaluate(`location.hash = '#convert?from=USD&to=GBP'`);
    await tab.until(`document.querySelector('main .asked')?.textContent === '100 USD ='`);
    expect(await hashOf(tab)).toBe('#convert?from=USD&to=GBP');
  });
});

describe.skipIf(!chromiumIsThere)('on paper', () => {
  it('stand the address, the day of printing, the document and the proof', async () => {
    const tab = await explorer.open(explorer.behindGateway('rules?rule=CZ-VAT&date=2026-03-08&from=EUR&amount=1000'));
    await tab.evaluate(`dispatchEvent(new Event('beforeprint'))`);
    const address = await tab.evaluate<string>('location.href');
    const printed = `${await textOf(tab, '#printed')}`;
    expect(address).not.toContain('key');
    expect(printed).toContain(`${address}, printed on `);
    expect(printed).toMatch(new RegExp(`printed on .*${new Date().getUTCFullYear()}`));
    await tab.send('Emulation.setEmulatedMedia', { media: 'print' });
    // On paper the elements have words, and on the screen none.
    const law = await tab.evaluate<string>(`document.querySelector('main .answer').innerText`);
    expect(law).toMatch(/EUR: document https:\/\/\S*cnb\.cz\S+, SHA-256 [0-9a-f]{64}\./);
    expect(law).toContain(`ratetree prove CNB 2026-03-06 EUR --from ${explorer.gateway}/`);
    await tab.send('Emulation.setEmulatedMedia', { media: 'screen' });
    expect(await tab.evaluate<string>(`document.querySelector('main .answer').innerText`)).not.toContain(
      'ratetree prove',
    );
  });
});

describe.skipIf(!chromiumIsThere)('an amount', () => {
  it('that was typed is in every link that goes on from it', async () => {
    const tab = await explorer.open(explorer.behindGateway('convert?to=*'));
    const hrefs = `[...document.querySelectorAll('main .kinds a, main tbody a')].map(({ hash }) => hash)`;
    expect((await tab.evaluate<string[]>(hrefs))[0]).toBe('#convert?to=*');
    await tab.evaluate(typing('Amount', '250'));
    const [own, , row] = await tab.evaluate<string[]>(hrefs);
    expect(own).toBe(await hashOf(tab));
    expect(row).toMatch(/^#convert\?to=[A-Z]{3}&amount=250$/);
    const one = await explorer.open(explorer.behindGateway('convert?amount=7'));
    await one.evaluate(typing('Amount', '250'));
    expect((await one.evaluate<string[]>(hrefs))[1]).toMatch(/^#rules\?amount=250&/);
  });

  it.each([
    ['convert', 'convert?to=GBP&amount=1.234'],
    ['rules', 'rules?rule=CZ-VAT&date=2026-03-08&from=EUR&amount=1.234'],
  ])('of an address is the same in every language: %s', async (view, address) => {
    const english = await explorer.open(explorer.behindGateway(address));
    const german = await explorer.browser.tab();
    await german.send('Emulation.setLocaleOverride', { locale: 'de-DE' });
    await german.open(explorer.behindGateway(address));
    const exact = `${EXACT}(document.querySelector('main .big'))`;
    expect([view, await german.evaluate(exact)]).toEqual([view, await english.evaluate(exact)]);
    expect(await german.evaluate(`document.querySelector('[data-name=Amount]').value`)).toBe('1,234');
  });
});
