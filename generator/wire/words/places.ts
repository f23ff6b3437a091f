/** Apart from the schemas, because the first view of the page needs it, and has no room for the library of the schemas. */

/** The most decimal places of a rate or an amount in an answer. */
export const PLACES_MAX = 10;
