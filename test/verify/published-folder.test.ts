import { beforeAll, describe } from 'vitest';
import { freshFolder } from '../support/banks/archives.ts';
import { FOLDER, makeTrees, publishBoth, publishedLaws } from './published-laws.ts';

describe('a release in a folder', () => {
  beforeAll(makeTrees);
  publishedLaws(() => publishBoth(freshFolder(), FOLDER));
});
