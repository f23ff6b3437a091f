import { describe } from 'vitest';
import { openObjectStore } from '../../generator/release/store/open.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { storeLaws } from './store-laws.ts';

const NO_BUCKET = { endpoint: null, region: null, pathStyle: true, socketsMax: 8 };

describe('a folder', () => {
  storeLaws({
    isConditional: true,
    open: () => openObjectStore(freshFolder(), { ...NO_BUCKET, willWrite: true }),
  });
});
