/** How a format spoils its own documents: what each of csv, html, json and xml can do. */
/** What a format does to its own lists, fields and columns. */
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
