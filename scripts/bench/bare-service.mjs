/**
 * The least that node:http can do: one answer from memory, whatever is asked.
 * node scripts/bench/bare-service.mjs FILE PORT [HEADERS]
 *
 * HEADERS is a file with a JSON list of names and values, so that it sends as much as the program beside it.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [file = '', port = '0', headersFile] = process.argv.slice(2);
const text = readFileSync(file, 'latin1');
const own = ['Content-Type', 'application/json; charset=utf-8', 'Content-Length', `${text.length}`];
const headers = headersFile === undefined ? own : JSON.parse(readFileSync(headersFile, 'utf8'));
createServer((_, response) => response.writeHead(200, headers).end(text, 'latin1')).listen(Number(port), '127.0.0.1');
