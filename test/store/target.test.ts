/** Targets that are refused before anything is asked of them. */
import { describe, expect, it } from 'vitest';
import { openObjectStore } from '../../generator/store/open.ts';
import { StoreError } from '../../generator/store/store.ts';
import { freshFolder } from '../support/banks/archives.ts';

const folder = freshFolder();
const NO_BUCKET = { endpoint: null, region: null, pathStyle: true, socketsMax: 8 };

describe('a target', () => {
  it.each([
    ['https://example.org/rates', /write s3:\/\/BUCKET\/PREFIX, or a directory/],
    ['s3://', /not an address of a bucket/],
    ['s3://UPPER/x', /not an address of a bucket/],
  ])('%s is refused, and the error says what to write', async (target, message) => {
    await expect(openObjectStore(target, { ...NO_BUCKET, willWrite: true })).rejects.toThrow(message);
  });

  it('must exist if it is opened for reading', async () => {
    const opened = openObjectStore(`${folder}/nowhere`, { ...NO_BUCKET, willWrite: false });
    await expect(opened).rejects.toThrow(StoreError);
    await expect(opened).rejects.toThrow(/ENOENT/);
  });
});
