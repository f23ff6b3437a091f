/** A text that says whom the reader trusts. Where a browser keeps nothing for pages, it lasts as long as this page. */
import { stored } from '../base/stored.ts';

export interface KeptTrust {
  read(): string | null;
  keep(text: string): void;
  forget(): void;
}

export function keptTrust(name: string): KeptTrust {
  let held: string | null = null;
  return {
    read: () => held ?? stored(() => localStorage.getItem(name)),
    keep(text) {
      held = text;
      stored(() => localStorage.setItem(name, text));
    },
    forget() {
      held = null;
      stored(() => localStorage.removeItem(name));
    },
  };
}
