/** What each of csv, html, json and xml does to the lists, fields and columns of its own documents. */
export interface Mutator {
  readonly empty: readonly Edited[];
  readonly renamed: readonly Edited[];
  readonly swapped: readonly Edited[];
  readonly doubled: readonly Edited[];
}

export interface Edited {
  readonly how: string;
  readonly text: string;
}
