/** DuckDB, which reads Parquet files as their users do, if its program for this kind of machine is installed. */
type DuckDb = typeof import('@duckdb/node-api');

const found = await load();
export const duckDbIsThere = found !== null;
if (!duckDbIsThere)
  console.log('skipped: DuckDB has no program for this machine, so that nothing reads the Parquet files');

async function load(): Promise<DuckDb | null> {
  try {
    return await import('@duckdb/node-api');
  } catch (error) {
    if (error instanceof Error && /cannot find (module|package)|unsupported arch/i.test(error.message)) return null;
    throw error;
  }
}

/** The rows of the answer, each value as DuckDB writes it. */
export async function askDuckDb(query: string): Promise<readonly (readonly string[])[]> {
  if (found === null) throw new Error('DuckDB is not there');
  const database = await found.DuckDBInstance.create(':memory:');
  const connection = await database.connect();
  try {
    const { columnCount } = await connection.prepare(query);
    const names = Array.from({ length: columnCount }, (_, place) => `column${place}`);
    const texts = names.map((name) => `CAST(${name} AS VARCHAR)`).join(', ');
    const answer = await connection.runAndReadAll(`SELECT ${texts} FROM (${query}) AS asked(${names.join(', ')})`);
    return answer.getRows().map((row) => row.map((value) => (value === null ? '' : String(value))));
  } finally {
    connection.closeSync();
    database.closeSync();
  }
}

interface Reads {
  readonly rows: number;
  /** The size of each piece of a file that was read, in turn. */
  readonly pieces: readonly number[];
}

/**
 * What DuckDB reads to answer. It reads a file on the disk as it would read it by HTTP, where each piece is a request: what
 * it needs of a group of rows at once.
 */
export async function readsOfDuckDb(query: string): Promise<Reads> {
  if (found === null) throw new Error('DuckDB is not there');
  const database = await found.DuckDBInstance.create(':memory:');
  const connection = await database.connect();
  try {
    await connection.run("SET prefetch_all_parquet_files = true; CALL enable_logging('FileSystem')");
    const { length } = (await connection.runAndReadAll(query)).getRows();
    await connection.run('CALL disable_logging()');
    const logged = await connection.runAndReadAll('SELECT message FROM duckdb_logs');
    const pieces = logged.getRows().flatMap(([message]) => {
      const { op, bytes } = JSON.parse(`${message}`);
      return op === 'READ' ? [Number(bytes)] : [];
    });
    return { rows: length, pieces };
  } finally {
    connection.closeSync();
    database.closeSync();
  }
}
