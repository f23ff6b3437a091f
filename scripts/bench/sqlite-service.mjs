/**
 * What a team would build otherwise: Fastify over SQLite, with the table of rates that the tree has, keys by their
 * SHA-256 and one line of log a request. Rates are doubles, as usual. It is written in JavaScript because its packages
 * are those of test/package.json, without which the program compiles.
 * node scripts/bench/sqlite-service.mjs TREE DATABASE PORT KEY LOG
 */
import { createHash } from 'node:crypto';
import { createWriteStream, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Fastify from 'fastify';
import Database from 'libsql';

const [tree = '', file = '', port = '0', key = '', log = ''] = process.argv.slice(2);
const database = new Database(file);
const sha256 = (text) => createHash('sha256').update(text).digest('hex');

database.exec(`
  PRAGMA journal_mode = WAL;
  CREATE TABLE rates (provider TEXT, date TEXT, base TEXT, currency TEXT, rate REAL,
    PRIMARY KEY (provider, base, date, currency)) WITHOUT ROWID;
  CREATE TABLE keys (digest TEXT PRIMARY KEY, name TEXT) WITHOUT ROWID`);
database.prepare('INSERT INTO keys VALUES (?, ?)').run(sha256(key), 'bench');
load();

const findKey = database.prepare('SELECT name FROM keys WHERE digest = ?');
const findLatest = database.prepare('SELECT max(date) AS date FROM rates WHERE provider = ? AND base = ?');
const findRates = database.prepare(
  'SELECT currency, rate FROM rates WHERE provider = ? AND base = ? AND date = ? ORDER BY currency',
);

const service = Fastify({ logger: false });
const stream = createWriteStream(log);
service.addHook('onRequest', async (request, reply) => {
  if (findKey.get(sha256(request.headers['subscription-key'] ?? '')) === undefined) return reply.code(401).send({});
});
service.addHook('onResponse', async (request, reply) => {
  const line = { time: Date.now(), path: request.routeOptions.url, status: reply.statusCode, ms: reply.elapsedTime };
  stream.write(`${JSON.stringify(line)}\n`);
});
const number = { type: 'number' };
const rates = { type: 'object', additionalProperties: number };
const text = { type: 'string' };
const answer = { type: 'object', properties: { provider: text, date: text, base: text, exchangeRates: rates } };
const converted = {
  type: 'object',
  properties: { provider: text, date: text, base: text, amount: number, conversions: rates },
};

service.get('/v1/latest', { schema: { response: { 200: answer } } }, (request, reply) => {
  const { provider = 'GLOBAL', base = 'EUR', currencies } = request.query;
  return rowsAnswer(reply, provider, base, findLatest.get(provider, base)?.date, currencies);
});
service.get('/v1/historical', { schema: { response: { 200: answer } } }, (request, reply) => {
  const { provider = 'GLOBAL', base = 'EUR', date, currencies } = request.query;
  return rowsAnswer(reply, provider, base, date, currencies);
});
service.get('/v1/convert', { schema: { response: { 200: converted } } }, (request, reply) => {
  const { provider = 'GLOBAL', base = 'EUR', amount, to } = request.query;
  const date = findLatest.get(provider, 'EUR')?.date;
  const all = new Map(findRates.all(provider, 'EUR', date).map(({ currency, rate }) => [currency, rate]));
  const conversions = {};
  for (const code of to.split(',')) {
    conversions[code] = Math.round(((amount * all.get(code)) / all.get(base)) * 1e10) / 1e10;
  }
  reply.header('cache-control', 'private, max-age=60');
  return reply.send({ provider, date, base, amount: Number(amount), conversions });
});
await service.listen({ port: Number(port), host: '127.0.0.1' });

function rowsAnswer(reply, provider, base, date, currencies) {
  const wanted = currencies?.split(',');
  const exchangeRates = {};
  for (const { currency, rate } of findRates.all(provider, base, date)) {
    if (wanted === undefined || wanted.includes(currency)) exchangeRates[currency] = rate;
  }
  reply.header('cache-control', 'private, max-age=60');
  return reply.send({ provider, date, base, exchangeRates });
}

/** Every dated file in JSON of the standard shape: the rates that the tree states. */
function load() {
  const insert = database.prepare('INSERT OR REPLACE INTO rates VALUES (?, ?, ?, ?, ?)');
  const folder = join(tree, 'v1', 'historical');
  const names = readdirSync(folder, { recursive: true }).filter((name) => /\/[A-Z]{3}\.json$/.test(name));
  database.exec('BEGIN');
  for (const name of names) {
    const { provider, date, base, exchangeRates } = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    for (const [currency, rate] of Object.entries(exchangeRates)) insert.run(provider, date, base, currency, rate);
  }
  database.exec('COMMIT');
}
