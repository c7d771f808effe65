/** Values that arrive later: undefined until then, and where there is none. */
export class Later<T> {
  readonly #values = new Map<string, T | undefined>()
  readonly #load: (key: string) => Promise<T | undefined>
  readonly #arrived: () => void

  constructor(load: (key: string) => Promise<T | undefined>, arrived: () => void) {
    this.#load = load
    this.#arrived = arrived
  }

  /** Whether there was anything to forget. */
  forgetMissing(): boolean {
    const missing = [...this.#values].filter(([, value]) => value === undefined)
    for (const [key] of missing) this.#values.delete(key)
    return missing.length > 0
  }

  get(key: string): T | undefined {
    if (!this.#values.has(key)) {
      this.#values.set(key, undefined)
      this.#load(key).then(
        (value) => {
          this.#values.set(key, value)
          this.#arrived()
        },
        () => {},
      )
    }
    return this.#values.get(key)
  }
}
