/** The block `server` of the configuration: files for plain questions, and the gateway for everything else. */
import { ALWAYS, METHODS } from '../http/headers.ts';
import { ENDINGS, type Ending, FILE_ENDINGS } from './questions.ts';
import { contentTypeOf, GATEWAY_RETRY_SECONDS, secondsAt } from './refusals.ts';

export interface ServerFacts {
  readonly release: string;
  /** Each limit that a key has. */
  readonly perMinute: readonly number[];
  readonly listen: string;
  /** Absolute, with the bodies. */
  readonly folder: string;
}

function toHeaders(extra: Readonly<Record<string, string>>): readonly string[] {
  const always = ALWAYS.flatMap((name, place) => (place % 2 === 0 ? [[name, ALWAYS[place + 1] ?? '']] : []));
  return [...Object.entries(extra), ...always].map(([name, value]) => `add_header ${name} "${value}" always;`);
}

function toLocation(name: string, lines: readonly string[]): readonly string[] {
  return [`location ${name} {`, ...lines.map((line) => `  ${line}`), '}'];
}

function toRefusals(release: string, perMinute: readonly number[]): readonly string[] {
  const refusal = (name: string, more: Readonly<Record<string, string>> = {}) =>
    toLocation(`~ ^/refusals/${name}\\.`, [
      'internal;',
      ...toHeaders({ 'Cache-Control': 'no-store', ...more, 'Ratetree-Release': release }),
      'add_header Last-Modified "" always;',
    ]);
  return [
    ...refusal('14(?:00|14)'),
    ...refusal('1405', { Allow: METHODS }),
    ...refusal('1503', { 'Retry-After': `${GATEWAY_RETRY_SECONDS}` }),
    ...perMinute.flatMap((limit) => refusal(`1429-${limit}`, { 'Retry-After': `${secondsAt(limit)}` })),
  ];
}

const TO_GATEWAY = [
  'proxy_pass http://ratetree_gateway$request_uri;',
  'proxy_http_version 1.1;',
  'proxy_set_header Connection "";',
  'proxy_set_header Host $host;',
  'proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;',
  'proxy_connect_timeout 2s;',
];

export function toServer({ release, perMinute, listen, folder }: ServerFacts): readonly string[] {
  const ofFormats = (Object.keys(ENDINGS) as Ending[]).map((ending) => [ending, contentTypeOf(ending)]);
  const types = [...ofFormats, ...Object.entries(FILE_ENDINGS)].map(([ending, type]) => `"${type}" ${ending};`);
  const headers = toHeaders({
    ETag: '\\"$ratetree_tag\\"',
    'Cache-Control': '$ratetree_cache',
    'Ratetree-Release': release,
  });
  const limits = perMinute.map((limit) => {
    return `limit_req zone=ratetree_${limit}${limit > 1 ? ` burst=${limit - 1} nodelay` : ''};`;
  });
  const lines = [
    `listen ${listen};`,
    `root ${folder};`,
    'server_tokens off; etag off; if_modified_since off; max_ranges 0; gzip off; charset off; merge_slashes off;',
    'large_client_header_buffers 4 32k;',
    `types { ${types.join(' ')} }`,
    'secure_link $ratetree_secret;',
    'secure_link_md5 $ratetree_key;',
    `access_log ${folder}/access.log ratetree buffer=64k flush=1s if=$ratetree_file;`,
    // Its lines show whole requests, and with them the keys of those who send them as parameters.
    `error_log ${folder}/error.log emerg;`,
    'error_page 400 /refusals/1400.json;',
    'error_page 405 /refusals/1405.json;',
    'error_page 413 =405 /refusals/1405.json;',
    'error_page 414 /refusals/1414.json;',
    'error_page 502 504 =503 /refusals/1503.$ratetree_format;',
    'error_page 404 = @gateway;',
    ...toLocation('/', ['if ($ratetree_file) { rewrite ^ /file last; }', ...TO_GATEWAY]),
    ...toLocation('= /file', [
      'internal;',
      ...limits,
      'limit_req_status 429;',
      'limit_req_log_level info;',
      'error_page 404 = @gateway;',
      'error_page 429 /refusals/1429-$ratetree_limit.$ratetree_format;',
      'try_files /bodies/$ratetree_tag.$ratetree_ending =404;',
      ...headers,
      'add_header Content-Encoding $ratetree_encoding;',
      'add_header Last-Modified "";',
    ]),
    ...toLocation('@gateway', TO_GATEWAY),
    ...toRefusals(release, perMinute),
  ];
  return ['server {', ...lines.map((line) => `  ${line}`), '}'];
}
