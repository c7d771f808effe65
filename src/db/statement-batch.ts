// Several statements that are sent to PostgreSQL as one, and answered at once. The driver ends each statement with a Sync,
// for which the server sends what it has and reports itself ready: a system call there and an event here for each. A batch
// has one, at its end. After a statement has failed, the server skips the rest of the batch.
//
// The driver also asks for the columns of a statement whenever it runs. A named statement has the same columns for as long
// as it is known to the connection, so they are asked for once.
//
// Results are handed out when the server is ready, not earlier: a statement outside a transaction is committed by the Sync.
import pg from 'pg'
// @ts-expect-error the types of the driver lack this module
import utils from 'pg/lib/utils.js'

export interface BatchStatement {
  text: string
  values: readonly unknown[]
  /** Absent for statements that are used too rarely to be remembered. */
  name: string | undefined
}

export interface BatchResult {
  /** The first word of what the server reports: `SELECT`, `COMMIT`. */
  command: string
  rowCount: number
  rows: unknown[]
}

/** What this file uses of a connection of the driver. */
interface Wire {
  stream: { cork(): void; uncork(): void }
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
  parse(statement: { text: string; name: string | undefined }): void
  bind(values: { statement: string | undefined; values: unknown[] }): void
  describe(portal: { type: 'P'; name: string }): void
  execute(portal: { portal: string }): void
  sync(): void
}

interface Field {
  name: string
  dataTypeID: number
  format: 'text' | 'binary'
}

type ToRow = (values: readonly (string | null)[]) => unknown

/** How the rows of the statements of a connection are made; undefined for statements without rows. */
const rowsByName = new WeakMap<Wire, Map<string, ToRow | undefined>>()

type Done = (error: Error | null, results?: readonly BatchResult[]) => void

export class StatementBatch extends pg.Query {
  readonly #statements: readonly BatchStatement[]
  readonly #done: BatchResult[] = []
  #rows: unknown[] = []
  #toRow: ToRow | undefined
  #wire: Wire | undefined
  /** Those of the statement that is being answered, for the driver: it remembers which statements were parsed. */
  declare name: string | undefined
  declare text: string
  declare callback: Done

  constructor(statements: readonly BatchStatement[], done: Done) {
    super('', [], done as never)
    this.#statements = statements
    this.#answer(0)
  }

  submitBatch(wire: Wire, values: readonly unknown[][]): void {
    this.#wire = wire
    const known = rowsByName.get(wire) ?? new Map<string, ToRow | undefined>()
    rowsByName.set(wire, known)
    this.#statements.forEach(({ text, name }, at) => {
      const isParsed = name !== undefined && (name in wire.parsedStatements || name in wire.submittedNamedStatements)
      if (!isParsed) wire.parse({ text, name })
      if (!isParsed && name !== undefined) wire.submittedNamedStatements[name] = text
      wire.bind({ statement: name, values: values[at]! })
      if (name === undefined || !known.has(name)) wire.describe({ type: 'P', name: '' })
      wire.execute({ portal: '' })
    })
    wire.sync()
    this.#answer(0)
  }

  override submit = (connection: unknown): Error | null => {
    const wire = connection as Wire
    let values: unknown[][]
    try {
      values = this.#statements.map(({ values }) => values.map(utils.prepareValue))
    } catch (error) {
      return error as Error
    }
    wire.stream.cork()
    this.submitBatch(wire, values)
    wire.stream.uncork()
    return null
  }

  handleRowDescription({ fields }: { fields: readonly Field[] }): void {
    this.#toRow = rowMaker(fields)
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    this.#rows.push(this.#toRow!(fields))
  }

  handleCommandComplete({ text }: { text: string }): void {
    const [command] = text.split(' ', 1)
    this.#done.push({ command: command!, rowCount: Number(/\d+$/.exec(text)?.[0] ?? 0), rows: this.#rows })
    if (this.name !== undefined) rowsByName.get(this.#wire!)!.set(this.name, this.#toRow)
    this.#answer(this.#done.length)
  }

  handleReadyForQuery(): void {
    this.callback(null, this.#done)
  }

  handleError(error: Error): void {
    // What was to be parsed after the failure was not.
    for (const { name } of this.#statements) if (name !== undefined) delete this.#wire?.submittedNamedStatements[name]
    this.callback(error)
  }

  #answer(at: number): void {
    const { name, text = '' } = this.#statements[at] ?? {}
    this.name = name
    this.text = text
    this.#rows = []
    this.#toRow = name === undefined || !this.#wire ? undefined : rowsByName.get(this.#wire)?.get(name)
  }
}

/** Generates one object literal, which takes less time than setting each property by its name. */
function rowMaker(fields: readonly Field[]): ToRow {
  const parsers = fields.map(({ dataTypeID, format }) => pg.types.getTypeParser(dataTypeID, format))
  const properties = fields.map(
    ({ name }, at) => `${JSON.stringify(name)}: values[${at}] === null ? null : parsers[${at}](values[${at}])`,
  )
  const make = new Function('parsers', 'values', `return { ${properties.join(', ')} }`)
  return (values) => make(parsers, values)
}
