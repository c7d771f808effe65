// Values that may be promises. Hot paths avoid `await` for values that are already available.

export type MaybePromise<T> = T | Promise<T>

/** Applies `use` to the value: synchronously unless it is a promise. */
export const thenMaybe = <T, U>(value: MaybePromise<T>, use: (value: T) => MaybePromise<U>): MaybePromise<U> =>
  value instanceof Promise ? value.then(use) : use(value)
