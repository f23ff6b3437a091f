/** What a reader does with the first view, with rules, rates and charts, in a real Chromium. */
import { request } from 'undici';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromiumIsThere, type Tab } from '../support/servers/browser.ts';
import { cellsOf, EXACT, EXPLORER_KEY, type Explorer, startExplorer } from '../support/servers/explorer.ts';

let explorer: Explorer;
beforeAll(async () => {
  if (chromiumIsThere) explorer = await startExplorer();
});

const textOf = (tab: Tab, selector: string) =>
  tab.evaluate<string | undefined>(`document.querySelector('${selector}')?.textContent`);
const exactOf = (tab: Tab) => tab.evaluate<string>(`${EXACT}(document.querySelector('main .big'))`);
const press = (tab: Tab, selector: string) => tab.evaluate(`document.querySelector('${selector}').click()`);
const answerOf = async (query: string) => {
  const { body } = await request(`${explorer.gateway}/v1/convert?${query}`, {
    headers: { 'subscription-key': EXPLORER_KEY },
  });
  return body.text();
};

describe.skipIf(!chromiumIsThere)('the converter', () => {
  it('reads an amount as it is typed, says how, and the address has it plain', async () => {
    const tab = await explorer.open(explorer.behindGateway('convert'));
    await tab.evaluate(`document.querySelector('[data-name=Amount]').select()`);
    await tab.type('1.234,56');
    expect(await textOf(tab, 'main .hint:not(.newest)')).toBe('Read as 1,234.56.');
    expect(await tab.evaluate('location.hash')).toBe('#convert?amount=1234.56');
    const stated = await answerOf('base=EUR&to=USD&amount=1234.56');
    expect(stated).toContain(`"USD":${(await exactOf(tab)).replace(' USD', '')}`);
    const shared = await explorer.open(explorer.behindGateway('convert?amount=1234.56'));
    expect(await exactOf(shared)).toBe(await exactOf(tab));
    await tab.evaluate(`document.querySelector('[data-name=Amount]').select()`);
    await tab.type('ten');
    expect(await textOf(tab, 'main .failure')).toMatch(/^An amount is a number/);
  });

  it('swaps, shows two decimals and all of them, whose figure it is, and the year beside it', async () => {
    const tab = await explorer.open(explorer.behindGateway('convert?from=EUR&to=USD'));
    expect(await textOf(tab, 'main .big')).toMatch(/^\d+\.\d\d USD$/);
    await press(tab, '[data-name=Decimals]');
    await tab.until(`location.hash.includes('decimals=10')`);
    await tab.settled();
    expect(await textOf(tab, 'main .big')).toMatch(/^\d+\.\d{3,10} USD$/);
    expect(await textOf(tab, '.whose a')).toBe('Where does this come from?');
    await press(tab, '.swap');
    await tab.until(`location.hash.includes('from=USD')`);
    await tab.settled();
    expect(await textOf(tab, 'main .big')).toMatch(/ EUR$/);
    await tab.until(`document.querySelector('.beside svg .line') !== null`);
    expect(await textOf(tab, '.beside')).toMatch(/ %, lowest .* highest /);
  });

  it.each(['convert', 'rates', 'chart', 'why'])('%s says in its head how new the provider is', async (view) => {
    const { providers } = JSON.parse(explorer.readTree('v1/status.json'));
    const { last } = providers.find((one: { provider: string }) => one.provider === 'BNM');
    const tab = await explorer.open(explorer.behindGateway(`${view}?provider=BNM`));
    expect(await tab.evaluate(`${EXACT}(document.querySelector('h1 + p'))`)).toBe(`Newest fixing: BNM ${last}`);
  });

  it('has a table of round amounts, into more currencies where one compares', async () => {
    const tab = await explorer.open(explorer.behindGateway('convert?from=EUR&to=USD&also=GBP,CHF'));
    const cells = await cellsOf(tab);
    expect(cells.map(([amount]) => amount)).toEqual(['1', '5', '10', '100', '1,000']);
    for (const [place, code] of [
      [1, 'USD'],
      [2, 'GBP'],
      [3, 'CHF'],
    ] as const) {
      expect(await answerOf(`base=EUR&to=${code}&amount=1000`)).toContain(`"${code}":${cells[4]?.[place]}}`);
    }
    await tab.evaluate(
      `[...document.querySelectorAll('main button')].find((one) => one.textContent === 'GBP ×').click()`,
    );
    await tab.until(`location.hash.endsWith('also=CHF')`);
    const pair = await explorer.open(explorer.behindGateway('convert?from=EUR&to=USD'));
    const back = (await cellsOf(pair))[4]?.[2];
    expect(await answerOf('base=USD&to=EUR&amount=1000')).toContain(`"EUR":${back}}`);
  });

  it('keeps the provider from view to view', async () => {
    const tab = await explorer.open(explorer.behindGateway('convert?provider=BNM&from=MYR&to=USD'));
    const hrefs = `[...document.querySelectorAll('header nav a')].map((one) => one.hash).filter(Boolean)`;
    expect((await tab.evaluate<string[]>(hrefs)).slice(0, 5)).toEqual([
      ...['#convert?provider=BNM&from=MYR&to=USD', '#rates?provider=BNM'],
      ...['#chart?provider=BNM&base=MYR&currency=USD', '#rules?from=MYR&to=USD', '#why?provider=BNM'],
    ]);
  });
});

describe.skipIf(!chromiumIsThere)('a rule', () => {
  it('is answered for a day, with its law', async () => {
    const tab = await explorer.open(explorer.behindGateway('rules?rule=CZ-VAT&date=2026-03-08&from=EUR&amount=1000'));
    expect(await exactOf(tab)).toBe('24405 CZK');
    expect(await tab.evaluate(`${EXACT}(document.querySelector('main .unit'))`)).toContain('fixing of 2026-03-06');
    expect(await textOf(tab, 'main')).toContain('CNB: the newest fixing of the day or before it');
  });

  it('of a month is the figure that the authority prints, with its days, and leads to its source and proof', async () => {
    const tab = await explorer.open(explorer.behindGateway('rules?rule=CZ-VAT&date=2026-03-08&from=USD'));
    const unit = await tab.evaluate<string>(`${EXACT}(document.querySelector('main .unit'))`);
    expect(unit).toBe('1 USD = 21.104 CZK, fixing of 2026-03-06 for the event of 2026-03-08. Source and proof');
    await press(tab, 'main .unit a');
    await tab.until(`/^Where the numbers of CNB/.test(document.querySelector('h1').textContent)`);
    expect(await textOf(tab, 'main')).toContain('ratetree prove CNB 2026-03-06 USD');
  });

  it('has the law, the words for the books, which can be copied, and all rates of the law as a file', async () => {
    const tab = await explorer.open(explorer.behindGateway('rules?rule=CZ-VAT&date=2026-03-08&from=USD&amount=1000'));
    expect(await textOf(tab, 'h1')).toBe('The rate for my return');
    expect(await tab.evaluate(`document.querySelector('[data-name=Purpose]').value`)).toMatch(/^CZ-VAT: VAT/);
    const words = (await textOf(tab, 'main .books')) ?? '';
    expect(words).toMatch(
      /^1,000 USD = 21,104\.00 CZK\. 1 USD = 21\.104 CZK, fixing of .* for the event of .*\. Rate: Czech National Bank \(CNB\)\. Law: Act No\. 235\/2004 Coll\..*; rule CZ-VAT\.$/,
    );
    await tab.evaluate(
      `(window.kept = null, URL.createObjectURL = (blob) => (window.kept = blob, 'blob:kept'),
        [...document.querySelectorAll('main button')].find((one) => /^Download all/.test(one.textContent)).click())`,
    );
    await tab.until('window.kept !== null');
    const { body } = await request(
      `${explorer.gateway}/v1/historical?rule=CZ-VAT&date=2026-03-08&format=csv&header=true`,
      { headers: { 'subscription-key': EXPLORER_KEY } },
    );
    expect(await tab.evaluate('window.kept.text()')).toBe(await body.text());
  });

  it('is applied to a list of events, in any notation, with a total and a remark where there is no rate', async () => {
    const tab = await explorer.open(explorer.behindGateway('rules?rule=CZ-VAT&to=CZK'));
    const list = ['date;amount', '2026-03-06;1.000,50;EUR', '2026-03-08,250,usd', '2026-11-20 1 USD'];
    await tab.evaluate(`document.querySelector('textarea').value = ${JSON.stringify(list.join('\n'))}`);
    await tab.evaluate(
      `[...document.querySelectorAll('main button')].find((one) => one.textContent === 'Convert the list').click()`,
    );
    await tab.until(`document.querySelector('details:has(textarea) table') !== null`);
    const cells = await cellsOf(tab, 'details:has(textarea) table');
    expect(cells.map(([event, amount, , , converted]) => [event, amount, converted])).toEqual([
      ['date;amount', '', ''],
      ['2026-03-06', '1000.5', '24417.2025'],
      ['2026-03-08', '250', '5276'],
      ['2026-11-20', '1', ''],
    ]);
    expect(cells[3]?.[5]).toMatch(/needs what CNB publishes up to 2026-11-20/);
    expect(cells[3]?.[5]).not.toContain('ratetree collect');
    expect(await textOf(tab, 'details:has(textarea) caption')).toBe('2 of 4 events, 29,693.20 CZK in all');
  });

  it.each([
    ['cs-CZ', 'CZ: Czechia'],
    ['de-DE', 'DE: Germany'],
    ['pl', 'PL: Poland'],
  ])('of the country of the reader comes first: %s', async (locale, country) => {
    const tab = await explorer.browser.tab();
    await tab.send('Emulation.setUserAgentOverride', { userAgent: 'a browser', acceptLanguage: locale });
    await tab.open(explorer.behindGateway('rules'));
    expect(await tab.evaluate(`document.querySelector('[data-name=Country]').value`)).toBe(country);
  });

  it('says why there is no rate yet, and what a plain host cannot do', async () => {
    const tab = await explorer.open(explorer.behindGateway('rules?rule=PL-VAT&date=2026-03-16'));
    expect(await textOf(tab, 'main .failure')).toMatch(/NBP/);
    const early = await explorer.open(explorer.behindGateway('rules?rule=CZ-VAT&date=2026-01-10'));
    expect(await textOf(early, 'main .failure')).toMatch(
      /has CNB from 2026-03-02 on\. Whoever runs .* collect more\.$/,
    );
    const plain = await explorer.open(explorer.onFiles('rules?rule=PL-VAT&date=2026-03-16'));
    expect(await textOf(plain, 'main')).toContain('only a gateway applies laws');
  });
});

describe.skipIf(!chromiumIsThere)('beside figures', () => {
  it.each(['behindGateway', 'onFiles'] as const)(
    '%s a rate has its line, a peg its mark, and a pin its place',
    async (at) => {
      const tab = await explorer.open(explorer[at]('rates'));
      await tab.until(`document.querySelector('.spark path') !== null`);
      expect(await textOf(tab, 'tr:has([aria-label="Pin AED"]) .peg')).toBe('peg USD');
      // All rows are there for a search in the page, although nobody has scrolled to them.
      const rows = `document.querySelectorAll('main tbody tr').length`;
      await tab.until(`document.querySelector('main caption').textContent.startsWith(${rows} + ' currencies')`);
      expect(await tab.evaluate(`window.find('ZMW')`)).toBe(true);
      const all = await tab.evaluate(rows);
      await press(tab, '[aria-label="Pin ZMW"]');
      expect(await tab.evaluate(rows)).toBe(all);
      expect(await textOf(tab, 'main tbody th a')).toBe('ZMW');
      expect(await tab.evaluate('document.activeElement.ariaLabel')).toBe('Pin ZMW');
      expect(tab.complaints).toEqual([]);
    },
  );

  it('a long table is printed whole', async () => {
    const tab = await explorer.open(explorer.behindGateway('rates'));
    const said = await textOf(tab, 'main caption');
    await tab.send('Page.printToPDF', {});
    expect(said).toContain(`${await tab.evaluate(`document.querySelectorAll('main tbody tr').length`)} currencies`);
  });

  it('a chart has its spread, and its title the days that have figures', async () => {
    const tab = await explorer.open(explorer.onFiles('chart?provider=BNM&base=MYR&currency=USD&range=max'));
    expect(await tab.evaluate(`${EXACT}(document.querySelector('h1'))`)).toMatch(
      /^USD for 1 MYR, 2026-03-\d\d to 2026-03-/,
    );
    expect(await textOf(tab, '.readout')).toMatch(/bid .* ask .* spread .* %/);
  });

  it('a chart takes more currencies, and gives them up again', async () => {
    const tab = await explorer.open(explorer.behindGateway('chart?provider=CNB'));
    await tab.evaluate(`document.querySelector('[data-name="Add a currency"]').focus()`);
    await tab.type('EUR');
    await tab.press('Enter');
    await tab.until(`document.querySelectorAll('.canvas .name').length === 2`);
    expect(await tab.evaluate('decodeURIComponent(location.hash)')).toBe(
      '#chart?provider=CNB&base=USD&currency=CZK,EUR',
    );
    await press(tab, '[aria-label="Remove CZK"]');
    await tab.until(`/^EUR for 1 USD/.test(document.querySelector('h1').textContent)`);
    expect(tab.complaints).toEqual([]);
  });

  it('a currency that GLOBAL does not state has the reason', async () => {
    const tab = await explorer.open(explorer.onFiles('why?currency=CUP'));
    expect(await textOf(tab, 'main .late + ul')).toContain('calls the peso a dollar');
  });

  it('the documentation is searched', async () => {
    const tab = await explorer.open(`${explorer.files}/docs-rules.html`);
    await tab.evaluate(`document.querySelector('#search input').focus()`);
    await tab.type('quarantine');
    await tab.until(`document.querySelector('.results a') !== null`);
    expect(await tab.evaluate(`document.querySelector('.results a').getAttribute('href')`)).toMatch(/^docs.*\.html/);
    expect(await textOf(tab, '.results small')).toMatch(/^[A-Z].{40}/);
    await tab.press('ArrowDown');
    expect(await tab.evaluate(`document.activeElement === document.querySelector('.results a')`)).toBe(true);
    await tab.press('ArrowUp');
    await tab.press('Enter');
    await tab.until(
      `!location.pathname.endsWith('docs-rules.html') && document.querySelector('#search input') !== null`,
    );
    await tab.evaluate(`document.querySelector('#search input').focus()`);
    await tab.type('pagination');
    await tab.until(`document.querySelector('.results li')?.textContent === 'No page has these words.'`);
    expect(tab.complaints).toEqual([]);
  });
});
