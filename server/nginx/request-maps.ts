/**
 * The maps by which nginx makes the name of a plain question of a request, or nothing of any other request. nginx looks
 * up texts in any letter case, so codes and names of parameters may be written in any; the path may not.
 */

/** What a plain question may have beside its operation's own: every value is one that the gateway takes as it is. */
const COMMON = 'format=(?:json|xml|csv)?|header=(?:true|false)?|subscription-key=[\\w.~-]*';
const RATES = [
  ...[
    'provider=(?-i:[A-Z]*|[a-z]*)',
    'base=(?-i:[A-Z]*|[a-z]*)',
    'currencies=,*',
    'decimals=(?:10)?',
    'extended=(?:true|false)?',
  ],
  'type=(?:mid|bid|ask)?',
].join('|');
const PARAMETERS: Readonly<Record<string, string>> = {
  'currencies|providers|rules': COMMON,
  latest: `${COMMON}|${RATES}`,
  historical: `${COMMON}|${RATES}|date=\\d{4}-\\d\\d-\\d\\d|latest=(?:true|false)?`,
};
const FILE = 'ecb/(?:GLOBAL/)?eurofxref[a-z0-9-]*\\.(?:xml|csv|zip)';
/** No parameter is given twice. */
const ONCE = '(?!.*[?&]([a-z-]+)=.*&\\1=)';

/** The value of one parameter. */
const ofParameter = (name: string) =>
  `map $args $ratetree_arg_${name.replace('-', '_')} { "~*(?:^|&)${name}=([^&]*)(?:&|$)" $1; }`;

export const REQUEST_MAPS: readonly string[] = [
  'map $request_uri $ratetree_operation {',
  ...Object.entries(PARAMETERS).map(([operations, allowed]) => {
    return `  "~^${ONCE.replace('(?!', '(?!(?i)')}/v1/(?<ratetree_path>${operations})(?i:\\?(?:(?:${allowed})(?:&|$))*)?$" $ratetree_path;`;
  }),
  `  "~^/${FILE}(?:\\?(?i:subscription-key=[\\w.~-]*)?)?$" ecb;`,
  '}',
  `map $request_uri $ratetree_file_path { "~^/(${FILE})" $1; }`,
  ...['provider', 'base', 'date', 'extended', 'type', 'format', 'header', 'subscription-key'].map(ofParameter),
  'map "$ratetree_arg_provider:$ratetree_arg_base" $ratetree_source {',
  '  "~*^(?:global)?:$" "GLOBAL/EUR";',
  '  "~*^:(.+)$" "GLOBAL/$1";',
  '  "~*^(.+):(.*)$" "$1/$2";',
  '}',
  'map "$ratetree_arg_extended:$ratetree_arg_type" $ratetree_view {',
  '  "~*^(?:false)?:(?:mid)?$" standard;',
  '  "~*^true:$" extended;',
  '  "~*^(?:false)?:(bid|ask)$" $1;',
  '}',
  'map "$ratetree_arg_format:$ratetree_arg_header" $ratetree_format {',
  '  default json;',
  '  "~*^xml:" xml;',
  '  "~*^csv:true$" rows;',
  '  "~*^csv:" csv;',
  '}',
  'map $ratetree_file_path $ratetree_ending {',
  '  default $ratetree_format;',
  '  "~\\.csv$" table;',
  '  "~\\.(xml|zip)$" $1;',
  '}',
  'map $ratetree_operation $ratetree_question {',
  '  ecb "$ratetree_file_path";',
  '  latest "latest/$ratetree_source/$ratetree_view/$ratetree_format";',
  '  historical "historical/$ratetree_arg_date/$ratetree_source/$ratetree_view/$ratetree_format";',
  '  default "$ratetree_operation/$ratetree_format";',
  '}',
  // The key, from the first of these places that is not empty.
  'map $http_authorization $ratetree_bearer { "~*^Bearer +(.+)$" $1; default $ratetree_arg_subscription_key; }',
  'map $http_x_api_key $ratetree_header_key { "" $ratetree_bearer; default $http_x_api_key; }',
  'map $http_subscription_key $ratetree_key { "" $ratetree_header_key; default $http_subscription_key; }',
  'map $ratetree_key $ratetree_begins { "~^(rt_[\\w-]{8})[\\w-]{35}$" $1; }',
  // Weights and `*` are left to the gateway.
  'map $http_accept_encoding $ratetree_coding {',
  '  "~[;*]" "";',
  '  "~*(?:^|[,\\s])br(?:[,\\s]|$)" br;',
  '  "~*(?:^|[,\\s])(?:x-)?gzip(?:[,\\s]|$)" gzip;',
  '  default identity;',
  '}',
];
