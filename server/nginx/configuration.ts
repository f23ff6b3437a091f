/** The text of the configuration, for the block `http` of an nginx: maps, and the server that uses them. */
import { CACHE_CONTROL } from '../http/headers.ts';
import { REQUEST_MAPS } from './request-maps.ts';
import { toServer } from './server-block.ts';
import type { SubscriberMaps } from './subscribers.ts';

export interface ConfigurationFacts {
  readonly release: string;
  /** Name of a plain question → tag of its answer, followed by `*` if there are coded bodies of it. */
  readonly answers: ReadonlyMap<string, string>;
  readonly subscribers: SubscriberMaps;
  /** Host and port. */
  readonly gateway: string;
  readonly listen: string;
  /** Absolute, with the bodies. */
  readonly folder: string;
}

export function toConfiguration(facts: ConfigurationFacts): string {
  return [
    `# Release ${facts.release}, written by "ratetree nginx-config". It changes with each release and each key.`,
    '# It holds no key, but what a key is compared with: keep it from other users.',
    ...mapSizes(facts),
    ...REQUEST_MAPS,
    ...keyMaps(facts.subscribers),
    ...answerMaps(facts),
    ...facts.subscribers.perMinute.flatMap(toZone),
    `upstream ratetree_gateway { server ${facts.gateway}; keepalive 64; }`,
    // Without the query, which may hold a key.
    `log_format ratetree escape=json '{"time":"$time_iso8601","status":$status,"subscriber":"$ratetree_name",'`,
    `  '"question":"$ratetree_question","bytes":$body_bytes_sent,"seconds":$request_time}';`,
    ...toServer({ ...facts, perMinute: facts.subscribers.perMinute }),
    '',
  ].join('\n');
}

function mapSizes({ answers, subscribers }: ConfigurationFacts): readonly string[] {
  const longest = Math.max(answers.size, subscribers.names.length, 1024);
  return [`map_hash_max_size ${2 * longest};`, 'map_hash_bucket_size 256;'];
}

const toMap = (from: string, to: string, lines: readonly string[]) => [
  `map ${from} ${to} {`,
  ...lines.map((line) => `  ${line}`),
  '}',
];

function keyMaps({ secrets, names, limits }: SubscriberMaps): readonly string[] {
  return [
    ...toMap('$ratetree_begins', '$ratetree_secret', secrets),
    ...toMap('"$secure_link $ratetree_begins $ratetree_operation"', '$ratetree_name', names),
    ...toMap('$ratetree_name', '$ratetree_limit', limits),
  ];
}

function answerMaps({ answers }: ConfigurationFacts): readonly string[] {
  return [
    ...toMap(
      '$ratetree_question',
      '$ratetree_answer',
      [...answers].map(([name, tag]) => `"${name}" "${tag}";`),
    ),
    ...toMap('"$ratetree_coding $ratetree_answer"', '$ratetree_tag', [
      '"~^(br|gzip) (\\w+)\\*$" "$2-$1";',
      '"~^\\w+ (\\w+)" $1;',
    ]),
    // The gateway says that a client has the newest answer: nginx cannot write a 304 without a length and a type.
    // Compared weakly, as RFC 9110, 13.1.2, asks for.
    ...toMap('"$http_if_none_match|$ratetree_tag"', '$ratetree_unchanged', [
      '"~^\\s*\\*\\s*\\|" 1;',
      '"~^(?:.*,)?\\s*(?:W/)?\\x22([\\w-]+)\\x22\\s*(?:,.*)?\\|\\1$" 1;',
    ]),
    // The gateway judges other methods and other conditions, too.
    ...toMap('"$http_if_match$http_if_unmodified_since$ratetree_unchanged"', '$ratetree_condition', [
      'default 1;',
      '"" "";',
    ]),
    ...toMap('"$request_method:$ratetree_condition:$ratetree_name:$ratetree_tag"', '$ratetree_file', [
      '"~^(?:GET|HEAD)::[^:]+:([\\w-]+)$" $1;',
    ]),
    ...toMap('$ratetree_operation', '$ratetree_cache', [
      `default "${CACHE_CONTROL.current}";`,
      `historical "${CACHE_CONTROL.dated}";`,
    ]),
    ...toMap('$ratetree_tag', '$ratetree_encoding', ['"~-(br|gzip)$" $1;']),
  ];
}

/** A key may ask for all of its minute at once, and then as fast as the minute refills. */
function toZone(limit: number): readonly string[] {
  return [
    `map $ratetree_limit $ratetree_at_${limit} { ${limit} $ratetree_name; }`,
    `limit_req_zone $ratetree_at_${limit} zone=ratetree_${limit}:4m rate=${limit}r/m;`,
  ];
}
