// Connections to PostgreSQL that name the statements they send, so that the server plans each once per connection.
import pg from 'pg'
import { sha256 } from '../lib/hash.ts'
import { isStalePlan } from './dialect.ts'
import { type BatchResult, type BatchStatement, StatementBatch } from './statement-batch.ts'

const MAX_STATEMENT_NAMES = 1000

const names = new Map<string, string>()
/** How often statements were named anew. */
let generation = 0

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known || names.size >= MAX_STATEMENT_NAMES) return known
  const name = sha256(`${generation} ${text}`)
  names.set(text, name)
  return name
}

export class NamingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: the overloads of pg's query cannot be named from outside
  override query(text: any, values?: any, callback?: any): any {
    if (typeof text !== 'string' || !Array.isArray(values) || callback) return super.query(text, values, callback)
    return this.batch([{ text, values }]).then(([result]) => result)
  }

  /** The results of the statements, in their order; or the error of the first that fails. */
  batch(statements: readonly Omit<BatchStatement, 'name'>[]): Promise<readonly BatchResult[]> {
    const named = statements.map(({ text, values }) => ({ text, values, name: nameOf(text) }))
    return new Promise((resolve, reject) => {
      const batch = new StatementBatch(named, (error, results) => {
        if (!error) return resolve(results!)
        if (isStalePlan(error)) renameAfter(batch.text, batch.name)
        Error.captureStackTrace(error)
        reject(error)
      })
      super.query(batch)
    })
  }
}

/** After a newer version has added a column, statements that were planned before cannot be used any more. */
function renameAfter(text: string, name: string | undefined): void {
  if (names.get(text) !== name) return
  generation++
  names.clear()
}
