/**
 * What others have signed: the examples on the pages of C2SP, a checkpoint as four operators of witnesses have signed
 * it, and what the tests of the witness `litewitness` send it.
 */

import { createPublicKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  checkpointText,
  cosignedText,
  parseCheckpoint,
  parseNote,
  parseNoteKey,
  signersOf,
  toNoteKey,
} from '../../generator/release/log/note.ts';
import { isConsistent } from '../support/log/proofs.ts';

/** Of c2sp.org/tlog-cosignature, which shows it with an origin and a name that are examples. */
const EXAMPLE = `example.com/behind-the-sofa
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
— witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==
`;

/** Of a log of certificates, on 2026-05-23. Its first signature is of a type that we do not know. */
const WITNESSED = `arche2025h1.staging.ct.transparency.dev
1432088532
U7WM79jrzyhGZ5/GUBTpM7NzwdyfFx61t3RovgcC4Ro=

— arche2025h1.staging.ct.transparency.dev zTM8sQAAAZ5W0WdjBAMARjBEAiBjW5IQf9pvsYLfQFX6hoGREPMHbdQ3urbllzalApkptQIgIpwtEroeW2BXaHAI4kJXFbon5Ch9MNL5zRNZ55lvGt0=
— arche2025h1.staging.ct.transparency.dev ui8GwCF1+kWqZrxGdhj4aX3gcw7XUlXQQabg/27lefwhUkzbC3NygNI75MdhL1bfTW9g8Ei59RA23oHP7Ry1k3ZFWwQ=
— transparency.dev/DEV:witness-little-garden 2AQqhwAAAABqEiEgzgFIqqhbUoDwjMWE6UP8nd8/KYTzwZ2rhIgcqoXHAwVkjZr4AscylP3v7sEodkRAErumC2q44vdgJY096st5BQ==
— witness1.smartit.nu/witness1 pIyCDwAAAABqEiEghIp82KWebrw7/oHQwlTAm3g2RKS4+eebl8eO0WH+/iEcxZ75W3u5hNI7TOQtmJbqmNWVuE0tgh0XwzdZsDsUAQ==
— remora.n621.de 2net5wAAAABqEiEgPlfF3V06o0Y+fHM+J5J9s27wgxxcOVSpZ/2g/KSiXCg9DEZI+aVCIobWX9sXTynk5XeU/zZ0WBxtqB0DrAWfBw==
— witness.stagemole.eu Z/euoAAAAABqEiEgw0i+7g2ENfDAWHmtRzCfKTHSDwYDJA2NmKeGi9Y8FtEyOUvVr+AJmIY/2TUFucgKi7lI7cUiOvKFYe/TmN9DAg==
`;
/** As their owners publish them. Another maker has computed each id. */
const LOG_KEY = 'arche2025h1.staging.ct.transparency.dev+ba2f06c0+AU0vHmlGCS/PdN8b2OaGmKprLI8HKM+dJ472xgFYh15f';
const WITNESS_KEYS = [
  'transparency.dev/DEV:witness-little-garden+d8042a87+BCtusOxINQNUTN5Oj8HObRkh2yHf/MwYaGX4CPdiVEPM',
  'witness1.smartit.nu/witness1+a48c820f+BPSFWg9G6KPiO7QPryYO5Xq4oYJJ+kAvLKLSimDhoxMO',
  'remora.n621.de+da77ade7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2',
  'witness.stagemole.eu+67f7aea0+BEqSG3yu9YrmcM3BHvQYTxwFj3uSWakQepafafpUqklv',
];

describe('a checkpoint of C2SP', () => {
  it('is read from the page, and is signed by the log from which the page has it', () => {
    const { origin, size } = parseCheckpoint(EXAMPLE);
    expect([origin, size]).toEqual(['example.com/behind-the-sofa', 20_852_163]);
    // The page has renamed a checkpoint of Go's checksum database, whose key anybody knows.
    const key = parseNoteKey('sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8');
    const renamed = EXAMPLE.replaceAll('— example.com/behind-the-sofa', '— sum.golang.org');
    expect(() => signersOf(renamed, [key])).toThrow('is not that of its key');
    const original = renamed.replace(/^.*/, 'go.sum database tree');
    expect([...signersOf(original, [key])].map(([{ name }]) => name)).toEqual(['sum.golang.org']);
    expect(checkpointText('go.sum database tree', parseCheckpoint(original))).toBe(parseNote(original).text);
  });

  it('is cosigned as the page says: its message, and the time before the signature', () => {
    const { text, signatures } = parseNote(EXAMPLE);
    const [, { bytes, id } = { bytes: Buffer.of(), id: Buffer.of() }] = signatures;
    expect([Buffer.from(id).toString('hex'), bytes.length, Buffer.from(bytes).readBigUInt64BE()]).toEqual([
      '8d66cf3f',
      72,
      1_679_315_147n,
    ]);
    expect(cosignedText(text, 1_679_315_147n)).toBe(
      'cosignature/v1\ntime 1679315147\nexample.com/behind-the-sofa\n20852163\n' +
        'CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n',
    );
  });

  it('bears the signatures of four witnesses that run elsewhere, and of its log', () => {
    const keys = [LOG_KEY, ...WITNESS_KEYS].map(parseNoteKey);
    const signers = [...signersOf(WITNESSED, keys)];
    expect(signers.map(([{ name }]) => name)).toEqual(keys.map(({ name }) => name));
    expect(signers.map(([, { time }]) => time)).toEqual([null, ...WITNESS_KEYS.map(() => 1_779_573_024n)]);
    const other = WITNESSED.replace('1432088532', '1432088531');
    for (const key of keys) expect(() => signersOf(other, [key])).toThrow('is not that of its key');
  });
});

describe('what litewitness is sent by its tests', () => {
  const raw = Buffer.from('ffdc2d4d98e4124d3feaf788c0c2f9abfd796083d1f0495437f302ec79cf100f', 'hex');
  const origin = 'sigsum.org/v1/tree/4d6d8825a6bb689d459628312889dfbb0bcd41b5211d9e1ce768b0ff0309e562';
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') }, format: 'jwk' });
  const ONE = { size: 1, root: Buffer.from('KgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=', 'base64') };

  it.each([
    [
      3,
      'RcCI1Nk56ZcSmIEfIn0SleqtV7uvrlXNccFx595Iwl0=',
      'UgIom2VbtIcdFbwFAy1n7s6IkAxIY6J/GQOTuZF2ORV39d75cbAj2aQYwyJre36kezNobZs4SUUdrcawfAB8WVrx6go=',
      ['KgEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=', 'KgIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='],
    ],
    [
      5,
      'QrtXrQZCCvpIgsSmOsah7HdICzMLLyDfxToMql9WTjY=',
      'UgIomw/EOJmWi0i1FQsOj+etB7F8IccFam/jgd6wzRns4QPVmyEZtdvl1U2KEmLOZ/ASRcWJi0tW90dJWAShei7sDww=',
      [
        'KgEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
        '+fUDV+k970B4I3uKrqJM4aP1lloPZP8mvr2Z4wRw2LI=',
        'KgQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
      ],
    ],
  ])('is signed, and goes on from the first entry to %d', (size, root, signature, proof) => {
    const note = `${origin}\n${size}\n${root}\n\n— ${origin} ${signature}\n`;
    const later = parseCheckpoint(note);
    expect(signersOf(note, [toNoteKey(origin, key)]).size).toBe(1);
    const hashes = proof.map((hash) => Buffer.from(hash, 'base64'));
    expect(isConsistent(ONE, later, hashes)).toBe(true);
    expect(isConsistent(ONE, later, hashes.with(-1, ONE.root))).toBe(false);
  });
});
