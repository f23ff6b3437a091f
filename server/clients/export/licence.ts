/** What a file of figures can say about what the terms of their source allow. */
import { z } from 'zod';
import { statusPath } from '../../../generator/wire/answers/paths.ts';
import { InputError } from '../../../generator/wire/words/input-error.ts';
import { GLOBAL } from '../../../generator/wire/words/schemas.ts';
import { type Asker, askFor, ServiceRefused } from '../ask/answers.ts';

/** Of the status no more than is needed, so that the status of a newer service is read too. */
const licences = z.looseObject({
  providers: z.array(z.looseObject({ provider: z.string(), licence: z.string().optional() })),
});

/**
 * The class of the provider's licence (data/licences.csv). Null for GLOBAL, which is made of the figures of others, and
 * where the service does not state one. @throws StoreDown
 */
export async function licenceOf(asker: Asker, provider: string): Promise<string | null> {
  if (provider === GLOBAL) return null;
  try {
    const { value } = await askFor(asker, licences, `/${statusPath}`);
    return value.providers.find((one) => one.provider === provider)?.licence ?? null;
  } catch (error) {
    // Whatever is wrong with this document, the figures can be exported without it.
    if (error instanceof ServiceRefused || error instanceof InputError) return null;
    throw error;
  }
}
