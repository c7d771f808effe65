// What SQLite answered and would answer again: a query is not asked twice until somebody writes into a table it reads.
// Of what this process writes, the statements tell where; when another process commits, everything is forgotten.
// Rows are frozen, because every reader gets the same ones.
//
// In a transaction the same holds: nobody else commits meanwhile, and of a table that it has written into itself nothing
// is remembered until it ends.

/** Answers of one query that are kept, by its parameters. */
const ANSWERS_KEPT = 1000

type Rows = readonly unknown[]

/** Stands for whatever a statement may have changed when its text does not tell. */
export const EVERYTHING = '*'

const NOTHING: ReadonlySet<string> = new Set()

export class Memory {
  readonly #all: Answers[] = []
  /** By every word of the query: which of them are tables does not matter. */
  readonly #byWord = new Map<string, Answers[]>()
  readonly #dataVersion: () => unknown
  #known: unknown
  #isAsked = false
  #state = {}

  /** `dataVersion`: changes when another process commits. */
  constructor(dataVersion: () => unknown) {
    this.#dataVersion = dataVersion
  }

  /** `written`: the tables that whoever asks has written into and not committed. */
  answersTo(sql: string, written = NOTHING): Answers {
    const words = new Set(sql.match(/\w+/g))
    const answers = new Answers(this, words, written)
    this.#all.push(answers)
    for (const word of words) this.#byWord.set(word, [...(this.#byWord.get(word) ?? []), answers])
    return answers
  }

  /** The same for as long as nobody has written anything. */
  get state(): object {
    this.refresh()
    return this.#state
  }

  /** This process has committed what it wrote into these tables. */
  forget(tables: ReadonlySet<string>): void {
    this.#state = {}
    if (tables.has(EVERYTHING)) for (const answers of this.#all) answers.clear()
    else for (const table of tables) for (const answers of this.#byWord.get(table) ?? []) answers.clear()
  }

  /** Asks once a turn of the event loop whether anybody else has committed: that costs a fraction of a query. */
  refresh(): void {
    if (this.#isAsked) return
    this.#isAsked = true
    setImmediate(() => {
      this.#isAsked = false
    })
    this.refreshNow()
  }

  refreshNow(): void {
    const version = this.#dataVersion()
    if (version !== this.#known) this.forget(new Set([EVERYTHING]))
    this.#known = version
  }
}

// Joining a list takes several times as long.
function keyOf(parameters: readonly unknown[]): string {
  let key = String(parameters[0])
  for (let at = 1; at < parameters.length; at++) key += `\0${parameters[at]}`
  return key
}

export class Answers {
  readonly #memory: Memory
  readonly #words: ReadonlySet<string>
  readonly #written: ReadonlySet<string>
  readonly #rows = new Map<string, Rows>()

  constructor(memory: Memory, words: ReadonlySet<string>, written: ReadonlySet<string>) {
    this.#memory = memory
    this.#words = words
    this.#written = written
  }

  /** The rows for these parameters, which `ask` reads unless they are known. */
  recall(parameters: readonly unknown[], ask: () => Rows): Rows {
    if (this.#isBeingWritten()) return ask()
    this.#memory.refresh()
    const key = keyOf(parameters)
    const known = this.#rows.get(key)
    if (known) return known
    const rows = ask()
    for (const row of rows) Object.freeze(row)
    if (this.#rows.size >= ANSWERS_KEPT) this.#rows.clear()
    this.#rows.set(key, rows)
    return rows
  }

  #isBeingWritten(): boolean {
    for (const table of this.#written) if (this.#words.has(table) || table === EVERYTHING) return true
    return false
  }

  clear(): void {
    this.#rows.clear()
  }
}
