/**
 * The recipe for Odoo, run as it stands against the two rules of Odoo that a job meets on its second run: one rate a day,
 * currency and company, and currencies that a search does not show. Odoo itself does not run here.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { beforeAll, expect, it } from 'vitest';
import { afterFile } from '../support/kit/after-file.ts';
import { blocksOf } from '../support/kit/markdown.ts';
import { HOST, RECIPES, runRecipe, startHost } from './recipes.ts';

const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython) console.log('skipped: python3 is not installed, so the recipe for Odoo is not run');

/** Prints its port, and answers the method `state` with all rates. */
const ODOO = `
from xmlrpc.server import SimpleXMLRPCRequestHandler, SimpleXMLRPCServer

class Any(SimpleXMLRPCRequestHandler):
    rpc_paths = ()

CURRENCIES = {1: ("EUR", True), 2: ("USD", True), 3: ("GBP", False)}
rates = {}

def matches(row, domain):
    return all(row.get(name) == value for name, _, value in domain)

def search(model, domain, context={}):
    if model == "res.currency":
        hidden = context.get("active_test", True)
        rows = {key: {"name": name} for key, (name, active) in CURRENCIES.items() if active or not hidden}
    else:
        rows = rates
    return [key for key, row in rows.items() if matches(row, domain)]

def execute_kw(database, uid, password, model, method, given, options={}):
    if method == "search":
        return search(model, given[0], options.get("context", {}))
    if method == "create":
        values = {"company_id": 1, **(given[0][0] if isinstance(given[0], list) else given[0])}
        same = [[name, "=", values[name]] for name in ("currency_id", "name", "company_id")]
        if search(model, same):
            raise ValueError("Only one currency rate per day allowed!")
        rates[len(rates) + 1] = values
        return len(rates)
    for key in given[0]:
        rates[key].update(given[1])
    return True

server = SimpleXMLRPCServer(("127.0.0.1", 0), requestHandler=Any, logRequests=False)
server.register_function(lambda *given: 2, "authenticate")
server.register_function(execute_kw)
server.register_function(lambda: list(rates.values()), "state")
print(server.server_address[1], flush=True)
server.serve_forever()
`;

const STATE = 'import xmlrpc.client, json; print(json.dumps(xmlrpc.client.ServerProxy("ODOO").state()))';

let [host, odoo] = ['', ''];
beforeAll(async () => {
  if (!hasPython) return;
  host = await startHost();
  const server = spawn('python3', ['-c', ODOO], { stdio: ['ignore', 'pipe', 'inherit'] });
  afterFile(() => void server.kill());
  const [port] = await once(server.stdout, 'data');
  odoo = `http://127.0.0.1:${`${port}`.trim()}`;
});

/** @param change of the recipe, as somebody who runs it another day or with other currencies has it */
const run = (change = (text: string) => text) => {
  const [recipe = ''] = blocksOf(RECIPES, 'python').filter((block) => block.includes('xmlrpc'));
  return runRecipe(host, ['python3', '-c', change(recipe).replace('https://odoo.example', odoo)]);
};
const state = async () => JSON.parse(await runRecipe(host, ['python3', '-c', STATE.replace('ODOO', odoo)]));

it.skipIf(!hasPython)(
  'writes each rate once, however often it runs, also of a currency that is not active',
  async () => {
    await run();
    const first = await state();
    const days = first.map(({ rate: _, ...row }: { readonly rate: number }) => row);
    const day = { name: '2026-03-20', company_id: 1 };
    expect(days).toEqual(
      expect.arrayContaining([
        { ...day, currency_id: 2 },
        { ...day, currency_id: 3 },
      ]),
    );
    expect(days).toHaveLength(2);
    await run();
    expect(await state()).toEqual(first);
  },
);

it.skipIf(!hasPython)('puts a corrected figure in the place of the one before, and names what Odoo lacks', async () => {
  const before = await state();
  const out = await run((text) =>
    text.replace('currencies=USD,GBP', 'currencies=USD,JPY').replace('"rate": rate', '"rate": 2 * rate'),
  );
  expect(out).toBe('Odoo has no currency JPY\n');
  const dollars = (rows: readonly { currency_id: number; rate: number }[]) =>
    rows.filter(({ currency_id: id }) => id === 2).map(({ rate }) => rate);
  const after = await state();
  expect([after.length, dollars(after)]).toEqual([before.length, dollars(before).map((rate) => 2 * rate)]);
});

it('and the recipes for sheets name separator and locale, so that no setting of a reader changes a figure', () => {
  const formulas = RECIPES.text.split('\n').filter((line) => line.startsWith('='));
  expect(formulas.length).toBeGreaterThan(2);
  for (const formula of formulas) {
    expect(formula).toContain(HOST);
    expect(formula).toMatch(/^=IMPORTDATA\(.*", ",", "en_US"\)$|^=IMPORTXML\(.*, "en_US"\)$|^=NUMBERVALUE\(.*;"\."\)$/);
  }
  for (const block of blocksOf(RECIPES, 'powerquery')) expect(block).toContain('"en-US")');
});
