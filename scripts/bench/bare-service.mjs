/**
 * The least that node:http can do: one answer from memory, whatever is asked.
 * node scripts/bench/bare-service.mjs FILE PORT
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [file = '', port = '0'] = process.argv.slice(2);
const text = readFileSync(file, 'latin1');
const headers = ['Content-Type', 'application/json; charset=utf-8', 'Content-Length', `${text.length}`];
createServer((_, response) => response.writeHead(200, headers).end(text, 'latin1')).listen(Number(port), '127.0.0.1');
