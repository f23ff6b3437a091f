/**
 * Codes as people write them. A code is all capitals or all small letters: `GBp` is a penny for those who write it, and
 * taken for GBP it would book a hundred times too much.
 */

/** In capitals. A code of mixed letters stays as it is, and is unknown; only ASCII letters change. */
export function toWrittenCode(text: string): string {
  return /[A-Z]/.test(text) ? text : text.replace(/[a-z]+/g, (letters) => letters.toUpperCase());
}

/** What an unknown code may mean: words that follow `GBX is unknown`; empty where nothing can be said. */
export function whyUnknown(code: string): string {
  const minor = MINOR_UNITS.get(code);
  if (minor !== undefined) return `: it is a hundredth of ${minor}; write ${minor}, and divide the amount by 100`;
  if (/[a-z]/.test(code) && /[A-Z]/.test(code)) return ': a code is all capitals or all small letters, never both';
  const meant = MEANT.get(toWrittenCode(code));
  return meant === undefined ? '' : `: write ${meant}`;
}

/** As stock exchanges and suppliers of quotes write hundredths: London (GBX, GBp), Johannesburg (ZAc), Tel Aviv (ILA). */
const MINOR_UNITS: ReadonlyMap<string, string> = new Map([
  ...['GBX', 'GBp', 'GBx'].map((code) => [code, 'GBP'] as const),
  ...['ZAC', 'ZAc'].map((code) => [code, 'ZAR'] as const),
  ...['ILA', 'ILa'].map((code) => [code, 'ILS'] as const),
  ['USX', 'USD'],
]);

/**
 * Codes that are not in ISO 4217 → those that are. Abbreviations of names in local use, and the codes that catalogues,
 * number plates and mints gave the notes of islands, which are the pound, the krone or the dollar at par by law.
 */
const MEANT: ReadonlyMap<string, string> = new Map([
  ['RMB', 'CNY'], // renminbi, as the People's Bank of China abbreviates it
  ['CNH', 'CNY, the onshore rate; no bank here states the offshore one'],
  ['NTD', 'TWD'], // New Taiwan dollar, as the Central Bank of the Republic of China writes it
  ['NIS', 'ILS'], // new Israeli sheqel, as the Bank of Israel writes it
  ['UKL', 'GBP'], // the statistical offices' "UK £"
  ['UKP', 'GBP'],
  ['STG', 'GBP'], // sterling
  ['GGP', 'GBP'], // Guernsey, Jersey, Isle of Man: local issues of the pound
  ['JEP', 'GBP'],
  ['IMP', 'GBP'],
  ['FOK', 'DKK'], // Faroese issue of the krone
  ['KID', 'AUD'], // Kiribati and Tuvalu use the Australian dollar
  ['TVD', 'AUD'],
  ['YEN', 'JPY'],
  ['JPN', 'JPY'],
  ['WON', 'KRW'],
  ['EURO', 'EUR'],
  ['SFR', 'CHF'],
  ['SKR', 'SEK'],
  ['NKR', 'NOK'],
  ['DKR', 'DKK'],
  ['YTL', 'TRY'], // new lira, its name from 2005 to 2008
  ['UAG', 'UAH'],
  ['KSH', 'KES'],
  ['TSH', 'TZS'],
  ['USH', 'UGX'],
  ['CFA', 'XOF (West Africa) or XAF (Central Africa)'],
  ['CFP', 'XPF'],
  ['SDR', 'XDR'], // special drawing rights, the IMF's own abbreviation
]);
