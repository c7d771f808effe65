/** A function that is imported when it is first called; again, if that fails. */
export function later<A extends unknown[], R>(
  load: () => Promise<(...args: A) => Promise<R>>,
): (...args: A) => Promise<R> {
  let loaded: ((...args: A) => Promise<R>) | undefined
  return async (...args) => {
    loaded ??= await load()
    return loaded(...args)
  }
}
