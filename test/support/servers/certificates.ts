/** Certificates of our own, made with openssl, for servers on the loopback interface that are asked over real TLS. */
import { execFileSync, spawnSync } from 'node:child_process';
import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freshFolder } from '../banks/archives.ts';

/** Whether openssl can make them. If not, prints once that the named tests are skipped. */
export function opensslIsThere(tests: string): boolean {
  const there = /^OpenSSL 3/.test(spawnSync('openssl', ['version'], { encoding: 'utf8' }).stdout ?? '');
  if (!there) console.log(`skipped: ${tests} (no openssl 3)`);
  return there;
}

export interface Certified {
  readonly key: string;
  readonly cert: string;
  /** The certificate as its issuer's site serves it. */
  readonly der: Uint8Array;
}

export interface Wanted {
  readonly name: string;
  /** Absent: signed by its own key, as a root is. */
  readonly issuer?: Certified;
  /** Of a server; absent: an authority that may sign others. */
  readonly hosts?: readonly string[];
  /** Where the certificate says that its issuer's certificate is to be had. */
  readonly issuerUrl?: string;
  /** Its last day was yesterday. */
  readonly isExpired?: boolean;
  /** A key pair that another certificate has too. */
  readonly key?: string;
}

export function certify({ name, issuer, hosts, issuerUrl, isExpired = false, key: shared }: Wanted): Certified {
  const at = (file: string) => join(folder, file);
  const folder = freshFolder();
  const openssl = (...args: readonly string[]) => execFileSync('openssl', [...args], { cwd: folder, stdio: 'pipe' });
  const key = shared ?? newKey();
  writeFileSync(at('key'), key);
  openssl('req', '-new', '-key', 'key', '-subj', `/CN=${name}`, '-out', 'request');
  const extensions = [
    `basicConstraints=critical,CA:${hosts === undefined}`,
    ...(hosts === undefined
      ? ['keyUsage=critical,keyCertSign']
      : [`subjectAltName=${hosts.map((one) => `DNS:${one}`)}`]),
    ...(issuerUrl === undefined ? [] : [`authorityInfoAccess=caIssuers;URI:${issuerUrl}`]),
  ];
  writeFileSync(at('extensions'), extensions.join('\n'));
  writeFileSync(at('issuer.key'), issuer?.key ?? key);
  if (issuer !== undefined) writeFileSync(at('issuer'), issuer.cert);
  const signer =
    issuer === undefined ? ['-signkey', 'key'] : ['-CA', 'issuer', '-CAkey', 'issuer.key', '-CAcreateserial'];
  const validity = ['-days', isExpired ? '-1' : '30'];
  openssl('x509', '-req', '-in', 'request', ...signer, ...validity, '-extfile', 'extensions', '-out', 'cert');
  const cert = readFileSync(at('cert'), 'utf8');
  return { key, cert, der: new X509Certificate(cert).raw };
}

function newKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}
