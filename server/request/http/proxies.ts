/**
 * The address of the client behind proxies. Each proxy appends to X-Forwarded-For the address from which it was asked,
 * so the list is read from the right, as far as the proxies are our own: what stands left of that, anybody may have
 * written.
 */
import { BlockList, isIP, isIPv4, SocketAddress } from 'node:net';
import { InputError } from '../../../generator/wire/words/input-error.ts';
import { wholeNumber } from '../query/values.ts';

/** Proxies whose word counts. Null stands for none: then the address is that of the connection. */
export type Proxies = BlockList | null;

/**
 * @param text addresses or CIDR ranges with commas between them
 * @throws InputError naming the item that is neither
 */
export function parseProxies(text: string): BlockList {
  const proxies = new BlockList();
  for (const range of text.split(',').map((item) => item.trim())) {
    const { address, prefix } = toRange(range);
    proxies.addSubnet(address, prefix, familyOf(address));
  }
  return proxies;
}

/**
 * @param peer the address at the other end of the connection
 * @param forwardedFor the header X-Forwarded-For; several of them are one list
 */
export function clientAddress(peer: string, forwardedFor: string | undefined, proxies: Proxies): string {
  if (proxies === null) return peer;
  let client = toAddress(peer) ?? peer;
  const hops = forwardedFor?.split(',') ?? [];
  while (isTrusted(client, proxies)) {
    const hop = toAddress(hops.pop()?.trim() ?? '');
    // The rest is no address, such as `unknown`: all that is known is which proxy said so.
    if (hop === null) return client;
    client = hop;
  }
  return client;
}

function isTrusted(address: string, proxies: BlockList): boolean {
  return isIP(address) !== 0 && proxies.check(address, familyOf(address));
}

/** The address in its one usual notation; null if it is none. A port, brackets and a zone are left out. */
function toAddress(text: string): string | null {
  const [, bracketed, bare] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? [];
  const [address = ''] = (bracketed ?? bare ?? text).split('%');
  if (isIP(address) === 0) return null;
  const { address: usual } = new SocketAddress({ address, family: familyOf(address) });
  const mapped = /^::ffff:([\d.]+)$/.exec(usual)?.[1];
  return mapped ?? usual;
}

/** An IPv4 range that is written as mapped into IPv6 counts as the IPv4 range. */
function toRange(text: string): { readonly address: string; readonly prefix: number } {
  const [written = '', digits, ...more] = text.split('/');
  const bits = isIPv4(written) ? 32 : 128;
  const prefix = wholeNumber(0, bits).safeParse(digits ?? `${bits}`);
  if (isIP(written) === 0 || written.includes('%') || !prefix.success || more.length > 0) {
    throw new InputError(`"${text}" is neither an address nor a range such as 10.0.0.0/8 or 2001:db8::/32`);
  }
  const usual = toAddress(written) ?? written;
  const isMapped = bits === 128 && isIPv4(usual) && prefix.data >= 96;
  return isMapped ? { address: usual, prefix: prefix.data - 96 } : { address: written, prefix: prefix.data };
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv4(address) ? 'ipv4' : 'ipv6';
}
