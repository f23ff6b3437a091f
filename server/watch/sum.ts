/** The metrics of several workers as those of one gateway. */

/** A metric: its lines HELP and TYPE, and the value of each of its series. */
interface Family {
  readonly name: string;
  readonly head: string;
  /** Counters and histograms only grow. */
  readonly isCount: boolean;
  readonly values: Map<string, number>;
}

/** Each worker has memory of its own. The other gauges are the same in all of them, and the first one speaks. */
const ADDED_GAUGE = 'ratetree_cache_bytes';

/** @param texts metrics as each worker writes them; of a gauge the first text counts that has it */
export function sumMetrics(texts: readonly string[]): string {
  const sums = new Map<string, Family>();
  for (const family of texts.flatMap(toFamilies)) {
    const sum = sums.get(family.name);
    if (sum === undefined) sums.set(family.name, family);
    else addTo(sum, family);
  }
  return toText([...sums.values()]);
}

/** What the text counts, without the states that it tells: this stays when its worker has ended. */
export function countsOf(text: string): string {
  return toText(toFamilies(text).filter(({ isCount }) => isCount));
}

function addTo({ name, isCount, values }: Family, more: Family): void {
  const isAdded = isCount || name === ADDED_GAUGE;
  for (const [series, value] of more.values) {
    const before = values.get(series);
    if (before === undefined || isAdded) values.set(series, (before ?? 0) + value);
  }
}

function toFamilies(text: string): readonly Family[] {
  const blocks = text.split(/^(?=# HELP )/m).filter((block) => block !== '');
  return blocks.map((block) => {
    const [help = '', type = '', ...lines] = block.trimEnd().split('\n');
    const values = lines.map((line) => {
      const blank = line.lastIndexOf(' ');
      return [line.slice(0, blank), Number(line.slice(blank + 1))] as const;
    });
    const isCount = /(counter|histogram)$/.test(type);
    return { name: help.split(' ')[2] ?? '', head: `${help}\n${type}`, isCount, values: new Map(values) };
  });
}

function toText(families: readonly Family[]): string {
  const lines = families.flatMap(({ head, values }) => [
    head,
    ...[...values].map(([series, value]) => `${series} ${value}`),
  ]);
  return lines.map((line) => `${line}\n`).join('');
}
