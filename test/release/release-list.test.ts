import { describe } from 'vitest';
import { freshFolder } from '../support/banks/archives.ts';
import { releaseListLaws } from './release-list-laws.ts';

const connection = { endpoint: null, region: null, pathStyle: false, socketsMax: 8 };

describe('in a folder', () => releaseListLaws(async () => ({ target: freshFolder(), connection })));
