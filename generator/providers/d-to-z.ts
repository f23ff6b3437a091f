/** The providers whose codes begin with D to Z, sorted. */
import type { ProviderDefinition } from '../feeds/provider.ts';
import { dab } from './dab.ts';
import { dnb } from './dnb.ts';
import { ecb } from './ecb.ts';
import { fbil } from './fbil.ts';
import { fed } from './fed.ts';
import { fred } from './fred.ts';
import { hkma } from './hkma.ts';
import { hmrc } from './hmrc.ts';
import { hnb } from './hnb.ts';
import { imf } from './imf.ts';
import { inforeuro } from './inforeuro.ts';
import { lb } from './lb.ts';
import { mas } from './mas.ts';
import { mma } from './mma.ts';
import { mnb } from './mnb.ts';
import { nb } from './nb.ts';
import { nbc } from './nbc.ts';
import { nbe } from './nbe.ts';
import { nbg } from './nbg.ts';
import { nbk } from './nbk.ts';
import { nbkr } from './nbkr.ts';
import { nbm } from './nbm.ts';
import { nbp } from './nbp.ts';
import { nbrb } from './nbrb.ts';
import { nbrm } from './nbrm.ts';
import { nbs } from './nbs.ts';
import { nbt } from './nbt.ts';
import { nbu } from './nbu.ts';
import { nrb } from './nrb.ts';
import { nrbt } from './nrbt.ts';
import { pma } from './pma.ts';
import { rb } from './rb.ts';
import { rba } from './rba.ts';
import { rbam } from './rbam.ts';
import { rbf } from './rbf.ts';
import { rbm } from './rbm.ts';
import { rbv } from './rbv.ts';
import { sama } from './sama.ts';
import { sarb } from './sarb.ts';
import { sbi } from './sbi.ts';
import { sbp } from './sbp.ts';
import { snb } from './snb.ts';
import { tcmb } from './tcmb.ts';
import { unore } from './unore.ts';
import { ust } from './ust.ts';

export const D_TO_Z: readonly ProviderDefinition[] = [
  dab,
  dnb,
  ecb,
  fbil,
  fed,
  fred,
  hkma,
  hmrc,
  hnb,
  imf,
  inforeuro,
  lb,
  mas,
  mma,
  mnb,
  nb,
  nbc,
  nbe,
  nbg,
  nbk,
  nbkr,
  nbm,
  nbp,
  nbrb,
  nbrm,
  nbs,
  nbt,
  nbu,
  nrb,
  nrbt,
  pma,
  rb,
  rba,
  rbam,
  rbf,
  rbm,
  rbv,
  sama,
  sarb,
  sbi,
  sbp,
  snb,
  tcmb,
  unore,
  ust,
];
