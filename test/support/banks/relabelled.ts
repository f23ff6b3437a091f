/**
 * One figure of one day as each bank writes it, for tests of labels that change their meaning: a document of a line or
 * two in the bank's format, with the address by which its feed is found.
 */
import type { RecordedDocument } from './recorded-bank.ts';

/** @param day ISO @param label the bank's own @param per the unit that the document states */
type Writer = (day: string, label: string, per: string, figure: string) => Pick<RecordedDocument, 'url' | 'body'>;

const dayFirst = (day: string, mark: string) => day.split('-').reverse().join(mark);

const cbar: Writer = (day, label, per, figure) => {
  const valute = (code: string, nominal: string, value: string) =>
    `<Valute Code="${code}"><Nominal>${nominal}</Nominal><Name>x</Name><Value>${value}</Value></Valute>`;
  const metals = `<ValType Type="Bank metalları">${valute('XAU', '1 t.u.', '7605.494')}</ValType>`;
  const currencies = `<ValType Type="Xarici valyutalar">${valute(label, per, figure)}</ValType>`;
  const date = dayFirst(day, '.');
  return {
    url: `https://www.cbar.az/currencies/${date}.xml`,
    body: `<?xml version="1.0" encoding="UTF-8"?><ValCurs Date="${date}" Name="x">${metals}${currencies}</ValCurs>`,
  };
};

const ust: Writer = (day, label, _, figure) => ({
  url: 'https://api.fiscaldata.treasury.gov/services/api/fiscal_service/v1/accounting/od/rates_of_exchange?x',
  body: `{"data":[{"record_date":"${day}","effective_date":"${day}","country_currency_desc":"${label}",
"exchange_rate":"${figure}"}],"meta":{"count":1,"total-count":1}}`,
});

const bis: Writer = (day, label, _, figure) => ({
  url: 'https://stats.bis.org/api/v2/data/dataflow/BIS/WS_XRU/1.0/M...E?c%5BTIME_PERIOD%5D=ge:1998-12%2Ble:2025-01',
  body: `DATAFLOW,FREQ,REF_AREA,CURRENCY,COLLECTION,TIME_PERIOD,OBS_VALUE,UNIT_MULT,DECIMALS,AVAILABILITY,TITLE,OBS_STATUS,OBS_PRE_BREAK,OBS_CONF
BIS:WS_XRU(1.0),M,${label === 'EUR' ? 'XM' : label.slice(0, 2)},${label},E,${day.slice(0, 7)},${figure},0,6,A,x,A,,F
`,
});

const inforeuro: Writer = (day, label, _, figure) => ({
  url: `https://ec.europa.eu/budg/inforeuro/api/public/monthly-rates?lang=en&month=${Number(day.slice(5, 7))}&year=${day.slice(0, 4)}`,
  body: `[{"country":"x","currency":"x","isoA3Code":"${label}","value":${figure},"comment":null},
{"country":"y","currency":"y","isoA3Code":"USD","value":null,"comment":null}]`,
});

const bna: Writer = (day, label, _, figure) => ({
  url: `https://www.bna.ao/service/rest/taxas/get/evolucao/taxa/intervalo?datafim=${day}&datainicio=${day}&moeda=ALL&tipocambio=M`,
  body: `{"genericResponse":[{"taxa":${figure},"tipoCambio":"M","data":"${day}","codigoMoeda":"${label}"}],"success":true}`,
});

const nbk: Writer = (day, label, per, figure) => ({
  url: `https://nationalbank.kz/rss/get_rates.cfm?fdate=${dayFirst(day, '.')}`,
  body: `<rates><date>${dayFirst(day, '.')}</date>
<item><fullname>x</fullname><title>${label}</title><description>${figure}</description><quant>${per}</quant></item></rates>`,
});

const nbu: Writer = (day, label, per, figure) => ({
  url: 'https://bank.gov.ua/NBU_Exchange/exchange_site?end=20000930&json=&order=asc&sort=exchangedate&start=20000901',
  body: `[{"exchangedate":"${dayFirst(day, '.')}","cc":"${label}","rate":${figure},"units":${per}}]`,
});

const lb: Writer = (day, label, per, figure) => ({
  url: `https://www.lb.lt/webservices/FxRates/FxRates.asmx/getFxRates?dt=${day}&tp=LT`,
  body: `<FxRates xmlns="http://www.lb.lt/WebServices/FxRates"><FxRate><Tp>LT</Tp><Dt>${day}</Dt>
<CcyAmt><Ccy>LTL</Ccy><Amt>${figure}</Amt></CcyAmt><CcyAmt><Ccy>${label}</Ccy><Amt>${per}</Amt></CcyAmt></FxRate></FxRates>`,
});

/** The kwacha alone: the series is named by the address. */
const sarb: Writer = (day, _, __, figure) => ({
  url: `https://custom.resbank.co.za/SarbWebApi/WebIndicators/Shared/GetTimeseriesObservations/EXCB071D/${day}T00:00:00/${day}T00:00:00`,
  body: `[{"Period":"${day}T00:00:00","Timeseries":"Zambia: Kwacha per Rand","Description":"x","Value":${figure}}]`,
});

const rb: Writer = (day, label, _, figure) => ({
  url: `https://api.riksbank.se/swea/v1/Observations/ByGroup/130/${day}/${day}`,
  body: `[{"seriesId":"SEK${label}PMI","date":"${day}","value":${figure}}]`,
});

const cbu: Writer = (day, label, per, figure) => ({
  url: `https://cbu.uz/en/arkhiv-kursov-valyut/json/all/${day}/`,
  body: `[{"id":57,"Ccy":"${label}","Nominal":"${per}","Rate":"${figure}","Diff":"0","Date":"${dayFirst(day, '.')}"}]`,
});

const bcch: Writer = (day, label, _, figure) => ({
  url: `https://si3.bcentral.cl/SieteRestWS/SieteRestWS.ashx?function=GetSeries&firstdate=${day}&lastdate=${day}&timeseries=F072.CLP.${label}.N.O.D`,
  body: `{"Codigo":0,"Descripcion":"Success","Series":{"seriesId":"F072.CLP.${label}.N.O.D","Obs":[
{"indexDateString":"${dayFirst(day, '-')}","value":"${figure}","statusCode":"OK"}]},"SeriesInfos":[]}`,
});

/** The somoni alone: the currency is named by the address. */
const cbr: Writer = (day, _, per, figure) => ({
  url: `https://www.cbr.ru/scripts/XML_dynamic.asp?VAL_NM_RQ=R01670&date_req1=${dayFirst(day, '/')}&date_req2=${dayFirst(day, '/')}`,
  body: `<ValCurs ID="R01670" DateRange1="x" DateRange2="x"><Record Date="${dayFirst(day, '.')}" Id="R01670">
<Nominal>${per}</Nominal><Value>${figure.replace('.', ',')}</Value></Record></ValCurs>`,
});

export const WRITERS = {
  ...{ CBAR: cbar, UST: ust, BIS: bis, INFOREURO: inforeuro, BNA: bna, NBK: nbk, NBU: nbu },
  ...{ LB: lb, SARB: sarb, RB: rb, CBU: cbu, BCCH: bcch, CBR: cbr },
} as const satisfies Readonly<Record<string, Writer>>;
