/** The shells that a machine may not have complete what the program has. */
import { completionLaws } from './completion-laws.ts';

for (const shell of ['zsh', 'fish']) completionLaws(shell);
