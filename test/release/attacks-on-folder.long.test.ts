/** Attacks on a store in a folder by somebody who may write to it and has no key. */
import { describe } from 'vitest';
import { ratetree } from '../support/trees/by-command.ts';
import { attackLaws, folderPlaces } from './attack-laws.ts';

describe('in a folder', () => attackLaws({ ...folderPlaces, run: (words) => ratetree(...words) }));
