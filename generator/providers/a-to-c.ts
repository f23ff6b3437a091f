/** The providers whose codes begin with A, B or C, sorted. */
import type { ProviderDefinition } from '../feeds/provider.ts';
import { amcm } from './amcm.ts';
import { bam } from './bam.ts';
import { banguat } from './banguat.ts';
import { banrep } from './banrep.ts';
import { banxico } from './banxico.ts';
import { bazg } from './bazg.ts';
import { bbk } from './bbk.ts';
import { bcb } from './bcb.ts';
import { bcbo } from './bcbo.ts';
import { bcc } from './bcc.ts';
import { bcccd } from './bcccd.ts';
import { bcch } from './bcch.ts';
import { bccr } from './bccr.ts';
import { bcp } from './bcp.ts';
import { bcra } from './bcra.ts';
import { bcrp } from './bcrp.ts';
import { bct } from './bct.ts';
import { bcu } from './bcu.ts';
import { bdi } from './bdi.ts';
import { bdp } from './bdp.ts';
import { beac } from './beac.ts';
import { bfm } from './bfm.ts';
import { bi } from './bi.ts';
import { bis } from './bis.ts';
import { bna } from './bna.ts';
import { bnb } from './bnb.ts';
import { bnm } from './bnm.ts';
import { bnr } from './bnr.ts';
import { bnrrw } from './bnrrw.ts';
import { boa } from './boa.ts';
import { bob } from './bob.ts';
import { boc } from './boc.ts';
import { boe } from './boe.ts';
import { boi } from './boi.ts';
import { boj } from './boj.ts';
import { boja } from './boja.ts';
import { bom } from './bom.ts';
import { bot } from './bot.ts';
import { bota } from './bota.ts';
import { brb } from './brb.ts';
import { bsh } from './bsh.ts';
import { bsi } from './bsi.ts';
import { bsp } from './bsp.ts';
import { cba } from './cba.ts';
import { cbar } from './cbar.ts';
import { cbbh } from './cbbh.ts';
import { cbc } from './cbc.ts';
import { cbe } from './cbe.ts';
import { cbg } from './cbg.ts';
import { cbi } from './cbi.ts';
import { cbk } from './cbk.ts';
import { cbkkw } from './cbkkw.ts';
import { cbllr } from './cbllr.ts';
import { cbm } from './cbm.ts';
import { cbn } from './cbn.ts';
import { cbr } from './cbr.ts';
import { cbs } from './cbs.ts';
import { cbsl } from './cbsl.ts';
import { cbt } from './cbt.ts';
import { cbtt } from './cbtt.ts';
import { cbu } from './cbu.ts';
import { cfets } from './cfets.ts';
import { cnb } from './cnb.ts';

export const A_TO_C: readonly ProviderDefinition[] = [
  amcm,
  bam,
  banguat,
  banrep,
  banxico,
  bazg,
  bbk,
  bcb,
  bcbo,
  bcc,
  bcccd,
  bcch,
  bccr,
  bcp,
  bcra,
  bcrp,
  bct,
  bcu,
  bdi,
  bdp,
  beac,
  bfm,
  bi,
  bis,
  bna,
  bnb,
  bnm,
  bnr,
  bnrrw,
  boa,
  bob,
  boc,
  boe,
  boi,
  boj,
  boja,
  bom,
  bot,
  bota,
  brb,
  bsh,
  bsi,
  bsp,
  cba,
  cbar,
  cbbh,
  cbc,
  cbe,
  cbg,
  cbi,
  cbk,
  cbkkw,
  cbllr,
  cbm,
  cbn,
  cbr,
  cbs,
  cbsl,
  cbt,
  cbtt,
  cbu,
  cfets,
  cnb,
];
