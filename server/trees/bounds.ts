/**
 * What bounds the first pointer that a gateway takes. A gateway that runs refuses whatever is older than what it serves;
 * one that starts has only these bounds against a signed pointer of an earlier release that somebody put back.
 */

export interface Bounds {
  /** The lowest sequence that may be served: 0 if none is known. */
  readonly sequenceMin: number;
  /** Where the lowest sequence stands, for messages: a file, or the name of a setting. */
  readonly where: string;
  /** Whether a gateway may start with a pointer that has expired. */
  readonly takesExpired: boolean;
  /** Milliseconds since 1970. */
  readonly nowMs: () => number;
  /** Is told the sequence of each pointer that is taken, before its release answers. */
  readonly note: (sequence: number) => Promise<void>;
}

/** For whoever reads one release and ends. */
export const UNBOUNDED: Bounds = {
  sequenceMin: 0,
  where: 'nowhere',
  takesExpired: true,
  nowMs: Date.now,
  note: async () => {},
};

/** The setting that lets a gateway start with a pointer that has expired. */
export const TAKES_EXPIRED = 'RATETREE_SERVE_EXPIRED';
