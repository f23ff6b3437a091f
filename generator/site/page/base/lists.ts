/** Providers of the tree by code. */
import type { Provider } from '../../../wire/words/schemas.ts';
import { toWrittenCode, whyUnknown } from '../../../wire/words/written-codes.ts';
import type { Context } from './context.ts';
import { Missing } from './source.ts';

/** @throws Missing where the tree has no such provider */
export function providerOf({ providers }: Pick<Context, 'providers'>, code: string): Provider {
  const found = providers.find((provider) => provider.code === toWrittenCode(code));
  if (found !== undefined) return found;
  throw new Missing(`This tree has no provider ${code.slice(0, 20)}${whyUnknown(code)}.`);
}
