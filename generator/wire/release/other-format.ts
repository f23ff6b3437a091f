/** A store or a tree of another version is named, and left alone: it can be made again from the archive. */
import { InputError } from '../words/input-error.ts';

export class OtherFormat extends InputError {
  override readonly name = 'OtherFormat';
  constructor(what: string, format: string, known: string) {
    super(
      `${what} has the format ${format}, and this version has ${known}: every version reads the archive, so publish ` +
        'from it into a fresh prefix, or generate into a fresh folder; see "Upgrade" in docs/install.md',
    );
  }
}
