/** What a person can do about the failure of a bank. The words of a failure say which kind it is. */

/** The first pattern that matches counts. */
const ADVICE: readonly (readonly [failure: RegExp, advice: string])[] = [
  [/time for collecting was used up/, 'The time was used up. Run the same command again, or raise --budget:'],
  [
    /source answers (401|403|407|429)\b/,
    'They refuse us. Ask again in an hour; if it lasts, see whether the bank asks for a key now, or yours has expired:',
  ],
  [
    /source answers (404|410)\b/,
    'They have nothing at this address. If it lasts, find the new one on the page of the bank, and correct the adapter:',
  ],
  [/source answers 5\d\d\b/, 'They are in trouble themselves. Run the same command again later:'],
  [
    /getaddrinfo|EAI_|ENOTFOUND|ECONN|EHOST|ENET|EPIPE|ETIMEDOUT|timeout|no whole answer|closed|socket|certificate|proxy/i,
    'They could not be reached. Check the network and HTTPS_PROXY, and run the same command again:',
  ],
];

const UNREADABLE =
  'They answered something that we cannot read. Look at the address; CONTRIBUTING.md says how to correct the adapter:';

/** @param failure as in the summary of a provider: it names the provider, mostly the address, and the fault */
export function toAdvice(failure: string): string {
  // An address may contain words of our list, such as proxy, and so it is not looked at.
  const words = failure.replace(/https?:\/\/\S+/g, '');
  return ADVICE.find(([pattern]) => pattern.test(words))?.[1] ?? UNREADABLE;
}
