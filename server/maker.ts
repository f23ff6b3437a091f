/** Gives the answer that was made before, or else makes it: from one release, at one moment. */
import { StoreDown } from '../generator/wire/release/served-tree.ts';
import type { Judged } from './asked.ts';
import { type Soon, whenThere } from './http/answer.ts';
import { Answers, type Made } from './memory.ts';
import type { Moment } from './moment.ts';
import type { Places } from './perform/places.ts';
import { SpanReader } from './perform/span.ts';
import type { Task } from './task.ts';
import { NotingReader } from './trees/noting-reader.ts';
import type { Shelf } from './trees/shelf.ts';

export interface MakerParts {
  readonly moment: () => Moment;
  readonly shelf: Shelf;
  /** For answers that were made before. */
  readonly answersBytesMax: number;
  /** For all requests. */
  readonly places: Places;
}

export class Maker {
  readonly #parts: MakerParts;
  readonly #answers: Answers;

  constructor(parts: MakerParts) {
    this.#parts = parts;
    this.#answers = new Answers(parts.answersBytesMax);
  }

  /** @param share whose requests share the places in which spans are read @throws Problem, StoreDown, ClientGone */
  make(seen: Judged, task: Task, share: () => string): Soon<Omit<Made, 'files'>> {
    const { request, target, asked } = seen;
    const { shelf, places } = this.#parts;
    const moment = this.#parts.moment();
    const inForce = moment.catalogue;
    // Dialects may choose the body by this header.
    const accept = asked.dialect === null ? '' : (request.headers.accept ?? '').toString();
    const question = accept === '' ? asked.question : `${asked.question}\n${accept}`;
    const known = this.#answers.held(question, moment, shelf);
    if (known !== null) return known;
    const reader = new NotingReader(shelf);
    const found = task.answer({
      parameters: target.parameters,
      accept,
      moment,
      shelf: reader,
      catalogue: () => {
        if (inForce === null) throw new StoreDown('no release has been read yet');
        seen.release = inForce.release.release;
        return inForce;
      },
      spans: () => {
        const signal = request.signal?.() ?? new AbortController().signal;
        return new SpanReader(reader, places, { name: share(), signal });
      },
      onRule: (code) => {
        seen.rule = code;
      },
    });
    return whenThere(found, (representation) => {
      const made = { representation, rule: seen.rule };
      this.#answers.keep(question, made, reader.files, moment);
      return made;
    });
  }
}
