/**
 * What a person gave cannot be used: a flag, a variable of the environment, a file under data/, an archive or a tree that
 * was damaged or edited. The message names the place and the fix. A command prints it as one line; whatever else is
 * thrown, and is neither a provider's fault (`FeedError`) nor the store's (`StoreError`), is a bug and prints its stack.
 */
export class InputError extends Error {
  override readonly name = 'InputError';
}
