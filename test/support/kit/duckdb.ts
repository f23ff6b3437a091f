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
