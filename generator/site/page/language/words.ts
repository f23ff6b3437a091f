/** Words that several parts of the page say. */

/** The variable of a shell in which a reader of a copied command keeps the key. */
export const KEY_VARIABLE = 'RATETREE_KEY';

/** Stands where nothing was stated. It is never a number. */
export const NOTHING = '–';
