/** The providers there are. A new bank is one file beside this one and one line here. */
import type { ProviderDefinition } from '../provider.ts';
import { bnr } from './bnr.ts';
import { boc } from './boc.ts';
import { cbr } from './cbr.ts';
import { cnb } from './cnb.ts';
import { ecb } from './ecb.ts';
import { hmrc } from './hmrc.ts';
import { hnb } from './hnb.ts';
import { nbp } from './nbp.ts';
import { nbu } from './nbu.ts';
import { tcmb } from './tcmb.ts';

export const PROVIDERS: readonly ProviderDefinition[] = [bnr, boc, cbr, cnb, ecb, hmrc, hnb, nbp, nbu, tcmb];
