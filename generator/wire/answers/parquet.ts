/**
 * Rows of texts → the bytes of a Parquet file, one group of rows after the other, so that a long file needs no more
 * memory than a short one. Figures are exact decimals. The same rows give the same bytes on every machine: Snappy is
 * packed by the library itself, whereas the bytes of gzip depend on the processor.
 */

import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { Decimal } from '../exact/decimal.ts';
import { tenTo } from '../exact/digits.ts';
import { daysBetween, parseIsoDate } from '../words/calendar.ts';
import { PLACES_MAX } from '../words/order.ts';

/** What the texts of a column are. A `figure` is a plain decimal with at most ten places. */
type ColumnKind = 'text' | 'day' | 'figure' | 'count' | 'flag';

export interface ParquetColumn {
  readonly name: string;
  readonly kind: ColumnKind;
  /** Whether a cell may be empty, which means that nothing is stated. Absent: no cell is. */
  readonly isOptional?: true;
}

/**
 * How many digits a figure has at most. 18 are written as a 64-bit number and leave eight before the point, which nearly
 * all banks need at most; 38 are what readers allow, and leave 28.
 */
export type Precision = 18 | 38;

/** A figure has more digits than the file has room for. */
export class TooManyDigits extends TypeError {}

const EPOCH = parseIsoDate('1970-01-01');

type Schema = ConstructorParameters<typeof ParquetWriter>[0]['schema'];

const PHYSICAL: Readonly<Record<ColumnKind, Omit<Schema[number], 'name' | 'repetition_type'>>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  day: { type: 'INT32', converted_type: 'DATE' },
  figure: { type: 'INT64', converted_type: 'DECIMAL', scale: PLACES_MAX },
  count: { type: 'INT64' },
  flag: { type: 'BOOLEAN' },
};
const PACKED = { encoding: 'DELTA_BINARY_PACKED' } as const;
const WIDE = { type: 'FIXED_LEN_BYTE_ARRAY', type_length: 16 } as const;

export class ParquetFile {
  readonly #writer = new ByteWriter();
  readonly #file: ParquetWriter;

  /** @param facts go into the metadata of the file */
  constructor(
    readonly columns: readonly ParquetColumn[],
    facts: Readonly<Record<string, string>> = {},
    readonly precision: Precision = 38,
  ) {
    const schema: Schema = [
      { name: 'root', num_children: columns.length },
      ...columns.map(({ name, kind, isOptional }) => ({
        name,
        ...PHYSICAL[kind],
        ...(kind === 'figure' && { precision, ...(precision === 38 && WIDE) }),
        repetition_type: isOptional === true ? ('OPTIONAL' as const) : ('REQUIRED' as const),
      })),
    ];
    this.#file = new ParquetWriter({ writer: this.#writer, schema, createdBy: 'ratetree', ...metadataOf(facts) });
  }

  /**
   * Returns the bytes that follow next in the file.
   * @param rows with a cell for each column, at least one row. @throws TypeError for a cell that its column cannot hold,
   * TooManyDigits for a figure
   */
  group(rows: readonly (readonly string[])[]): Buffer {
    const columnData = this.columns.map((column, place) => ({
      name: column.name,
      data: rows.map((cells) => toValue(column, cells[place] ?? '', this.precision)),
      offsetIndex: false,
      // Days and figures change little from row to row, and nobody chooses rows by a range of figures.
      ...((column.kind === 'day' || (column.kind === 'figure' && this.precision === 18)) && PACKED),
      statistics: column.kind !== 'figure',
    }));
    this.#file.write({ columnData, rowGroupSize: rows.length });
    return this.#take();
  }

  /** Returns the last bytes of the file. */
  end(): Buffer {
    this.#file.finish();
    return this.#take();
  }

  #take(): Buffer {
    const bytes = Buffer.from(this.#writer.getBytes());
    this.#writer.index = 0;
    return bytes;
  }
}

function metadataOf(facts: Readonly<Record<string, string>>) {
  const pairs = Object.entries(facts).map(([key, value]) => ({ key, value }));
  return pairs.length === 0 ? {} : { kvMetadata: pairs };
}

function toValue({ name, kind, isOptional }: ParquetColumn, cell: string, precision: Precision) {
  if (cell === '' && kind !== 'text' && isOptional === true) return null;
  switch (kind) {
    case 'text':
      return cell;
    case 'day':
      return daysBetween(EPOCH, parseIsoDate(cell));
    case 'figure':
      return toUnscaled(name, cell, precision);
    case 'count':
      return BigInt(cell);
    case 'flag':
      return cell === 'true';
    default:
      throw new TypeError(`no value of ${JSON.stringify(kind satisfies never)}`);
  }
}

/** The figure in units of its last possible place. */
function toUnscaled(name: string, cell: string, precision: Precision): bigint {
  const { digits, scale } = Decimal.parse(cell);
  if (scale <= PLACES_MAX) {
    const unscaled = digits * tenTo(PLACES_MAX - scale);
    if (unscaled < tenTo(precision)) return unscaled;
  }
  throw new TooManyDigits(`${name}: ${cell} is not a decimal of ${precision} digits with ${PLACES_MAX} places`);
}
