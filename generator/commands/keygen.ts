/** `ratetree keygen`: makes the key that signs releases. */
import type { Command } from 'commander';
import { manualText } from '../kit/terminal.ts';
import { writeKeyPair } from '../release/pointer/signing.ts';

export function addKeygen(program: Command): void {
  program
    .command('keygen')
    .option(
      '--out <file>',
      'the file of the private key; the public key is written beside it with .pub',
      'ratetree-signing.pem',
    )
    .addHelpText('after', manualText(['ratetree keygen --out signing.pem']))
    .action(({ out }: { readonly out: string }) => {
      const { id, privateFile, publicFile } = writeKeyPair(out);
      console.log(`key ${id}: keep ${privateFile} secret, and give ${publicFile} to those who verify`);
    });
}
