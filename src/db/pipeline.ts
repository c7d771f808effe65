// Connections to PostgreSQL that send several statements at once. Every statement that is waited for wakes the process of
// the database and then this one, which costs more than most statements take. So statements whose result nobody needs wait
// for the next one whose result somebody does, or for the commit.
//
// Statements keep their order. After one has failed, PostgreSQL refuses all others of the transaction and rolls it back
// instead of committing it; whoever waits for one of them gets the error of the first.
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import type pg from 'pg'
import { isStalePlan } from './dialect.ts'
import type { Db } from './tables.ts'
import { type Pipeline, withPipelineOf } from './transaction-pipelines.ts'

type Values = readonly unknown[]

interface Statement {
  text: string
  values: Values
  /** True for a question that will be asked soon. */
  isAhead?: boolean
}

/** The answers to questions that were asked ahead, by what will be asked. */
class Answers {
  readonly #byQuestion = new Map<string, { text: string; answer: Promise<pg.QueryResult> }>()

  keep(question: Statement, answer: Promise<pg.QueryResult>): void {
    this.#byQuestion.set(keyOf(question), { text: question.text, answer })
  }

  take(question: Statement): Promise<pg.QueryResult> | undefined {
    if (this.#byQuestion.size === 0) return undefined
    const key = keyOf(question)
    const answer = this.#byQuestion.get(key)?.answer
    this.#byQuestion.delete(key)
    return answer
  }

  /** Forgets what the statement may change. */
  forget(statement: string): void {
    if (this.#byQuestion.size === 0) return
    for (const table of tablesWrittenBy(statement))
      for (const [key, { text }] of this.#byQuestion) if (text.includes(table)) this.#byQuestion.delete(key)
  }

  clear(): void {
    this.#byQuestion.clear()
  }
}

const keyOf = ({ text, values }: Statement): string => `${text} ${JSON.stringify(values)}`

const WRITTEN = /\b(?:insert into|update|delete from|merge into|truncate)\s+"?(\w+)/gi

const tablesWrittenBy = (statement: string): string[] => [...statement.matchAll(WRITTEN)].map(([, table]) => table!)

const WRITES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

export class PipelinedConnection implements DatabaseConnection, Pipeline {
  readonly #client: pg.PoolClient & pg.Client
  readonly #freezeRows: boolean
  #waiting: Statement[] = []
  readonly #answers = new Answers()
  /** What became of those of the transaction that nobody waits for. */
  #sent: Promise<void>[] = []
  #failure: { error: unknown } | undefined
  #isInTransaction = false
  /** True once `begin` was sent. */
  #isBegun = false

  constructor(client: pg.PoolClient, freezeRows: boolean) {
    this.#client = client as pg.PoolClient & pg.Client
    this.#freezeRows = freezeRows
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { command, rowCount, rows } = await this.#execute(sql, parameters)
    return { rows: rows ?? [], ...(WRITES.has(command) && { numAffectedRows: BigInt(rowCount ?? 0) }) }
  }

  async rows(text: string, values: Values): Promise<unknown[]> {
    const { rows } = await (this.#answers.take({ text, values }) ?? this.#send(text, values))
    if (this.#freezeRows) rows.forEach(Object.freeze)
    return rows
  }

  later(text: string, values: Values): void {
    this.#answers.forget(text)
    this.#waiting.push({ text, values })
  }

  ahead(text: string, values: Values): void {
    this.#waiting.push({ text, values, isAhead: true })
  }

  begin(text: string): void {
    this.#sent = []
    this.#failure = undefined
    this.#isBegun = false
    this.#isInTransaction = true
    this.#waiting = [{ text, values: [] }]
  }

  async commit(): Promise<void> {
    const isEmpty = !this.#isBegun && this.#waiting.length === 1
    if (isEmpty) return this.#end()
    const { command } = await this.#send('commit', [])
    await Promise.all(this.#sent)
    if (this.#failure) throw this.#failure.error
    if (command !== 'COMMIT') throw new Error('PostgreSQL rolled the transaction back: one of its statements failed.')
    this.#end()
  }

  async rollback(): Promise<void> {
    const isBegun = this.#isBegun
    this.#end()
    if (isBegun) await this.#client.query('rollback', [])
  }

  release(): void {
    this.#client.release()
  }

  #end(): void {
    this.#isInTransaction = false
    this.#isBegun = false
    this.#waiting = []
    this.#answers.clear()
  }

  /** Outside a transaction, a statement that was planned before a migration is planned again. */
  async #execute(text: string, values: Values): Promise<pg.QueryResult> {
    try {
      return await this.#send(text, values)
    } catch (error) {
      if (this.#isInTransaction || !isStalePlan(error)) throw error
      return this.#send(text, values)
    }
  }

  async #send(text: string, values: Values): Promise<pg.QueryResult> {
    try {
      const waiting = this.#waiting
      if (waiting.length === 0) return await this.#query({ text, values })
      this.#waiting = []
      this.#isBegun = true
      if (!this.#client.pipeline) return await this.#sendInTurn(waiting, text, values)
      const { stream } = this.#client.connection
      stream.cork()
      for (const statement of waiting) {
        const answer = this.#query(statement)
        this.#sent.push(this.#noteFailure(answer))
        if (statement.isAhead) this.#answers.keep(statement, answer)
      }
      const answer = this.#query({ text, values })
      stream.uncork()
      return await answer
    } catch (error) {
      await Promise.all(this.#sent)
      throw this.#failure ? this.#failure.error : error
    }
  }

  /** For poolers that may not be able to follow. */
  async #sendInTurn(waiting: readonly Statement[], text: string, values: Values): Promise<pg.QueryResult> {
    for (const statement of waiting) if (!statement.isAhead) await this.#query(statement)
    return this.#query({ text, values })
  }

  #query({ text, values }: Statement): Promise<pg.QueryResult> {
    this.#answers.forget(text)
    return this.#client.query(text, values as unknown[])
  }

  async #noteFailure(answer: Promise<unknown>): Promise<void> {
    try {
      await answer
    } catch (error) {
      this.#failure ??= { error }
    }
  }

  // biome-ignore lint/correctness/useYield: nothing streams
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Queries are not streamed.')
  }
}

export class PipelineDialect extends PostgresDialect {
  readonly #pool: pg.Pool
  readonly #freezeRows: boolean

  constructor(pool: pg.Pool, freezeRows: boolean) {
    super({ pool })
    this.#pool = pool
    this.#freezeRows = freezeRows
  }

  override createDriver(): Driver {
    return new PipelineDriver(this.#pool, this.#freezeRows)
  }
}

class PipelineDriver implements Driver {
  readonly #pool: pg.Pool
  readonly #freezeRows: boolean
  readonly #connections = new WeakMap<pg.PoolClient, PipelinedConnection>()

  constructor(pool: pg.Pool, freezeRows: boolean) {
    this.#pool = pool
    this.#freezeRows = freezeRows
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PipelinedConnection> {
    const client = await this.#pool.connect()
    const connection = this.#connections.get(client) ?? new PipelinedConnection(client, this.#freezeRows)
    this.#connections.set(client, connection)
    return connection
  }

  async beginTransaction(
    connection: PipelinedConnection,
    { isolationLevel, accessMode }: TransactionSettings,
  ): Promise<void> {
    const level = isolationLevel ? ` isolation level ${isolationLevel}` : ''
    connection.begin(`begin${level}${accessMode ? ` ${accessMode}` : ''}`)
  }

  commitTransaction(connection: PipelinedConnection): Promise<void> {
    return connection.commit()
  }

  rollbackTransaction(connection: PipelinedConnection): Promise<void> {
    return connection.rollback()
  }

  async releaseConnection(connection: PipelinedConnection): Promise<void> {
    connection.release()
  }

  async destroy(): Promise<void> {
    await this.#pool.end()
  }
}

/** Runs `work` in the transaction; it may send statements without waiting for them. */
export async function withPipeline<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  const connection = await db.getExecutor().provideConnection(async (connection) => connection)
  return connection instanceof PipelinedConnection ? withPipelineOf(db, connection, work) : work(db)
}
