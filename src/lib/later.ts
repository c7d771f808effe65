// What is loaded when it is first needed.

/** Loads once for all who ask, also at the same time; again, after a failure. */
export function loadedOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () => {
    loading ??= load().catch((error) => {
      loading = undefined
      throw error
    })
    return loading
  }
}

/** A function that is imported when it is first called. */
export function later<A extends unknown[], R>(
  load: () => Promise<(...args: A) => Promise<R>>,
): (...args: A) => Promise<R> {
  const loaded = loadedOnce(load)
  return async (...args) => (await loaded())(...args)
}
