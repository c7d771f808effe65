// Connections to PostgreSQL that send several statements at once. Every statement that is waited for wakes the process of
// the database and then this one, which costs more than most statements take. So statements whose result nobody needs wait
// for the next one whose result somebody does, or for the commit.
//
// A transaction that others wait for lets go of its locks before it is on disk (`releaseLocksEarly`). It is committed without
// waiting, and the same batch then writes a line to the log, and waits for it as the server is set up to wait: for its
// disk, or for replicas too. The log is written in order, so the transaction is there by then. Whatever answers a batch,
// even through a pooler, is one connection to one server that was not restarted meanwhile, so the answer is about the
// transaction as well.
//
// Statements keep their order. After one has failed, PostgreSQL refuses all others of the transaction and rolls it back
// instead of committing it; whoever waits for one of them gets the error of the first.
import { type CompiledQuery, type Driver, PostgresDialect, type QueryResult, type TransactionSettings } from 'kysely'
import type pg from 'pg'
import { isStalePlan } from './dialect.ts'
import type { NamingClient } from './naming-client.ts'
import type { BatchResult } from './statement-batch.ts'
import type { Db } from './tables.ts'
import { sendTogether, type Together } from './together.ts'
import { type Pipeline, withPipelineOf } from './transaction-pipelines.ts'

type Values = readonly unknown[]

interface Statement {
  text: string
  values: Values
  /** True for a question that will be asked soon. */
  isAhead?: boolean
}

interface Answer {
  results: Promise<readonly BatchResult[]>
  at: number
}

/** The answers to questions that were asked ahead, by what will be asked. */
class Answers {
  readonly #byQuestion = new Map<string, Answer & { text: string }>()

  keep(question: Statement, answer: Answer): void {
    this.#byQuestion.set(keyOf(question), { ...answer, text: question.text })
  }

  take(question: Statement): Promise<BatchResult> | undefined {
    if (this.#byQuestion.size === 0) return undefined
    const key = keyOf(question)
    const answer = this.#byQuestion.get(key)
    this.#byQuestion.delete(key)
    return answer?.results.then((results) => results[answer.at]!)
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

/** What a transaction is ended with whose locks are let go of before it is on disk. */
const COMMIT_EARLY = ['set local synchronous_commit = off', 'commit'] as const
const WAIT_FOR_DISK = "select pg_logical_emit_message(true, 'lectern', '')"

const WRITES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** Sends once more what was planned before a migration. */
async function planningAgain<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (error) {
    if (!isStalePlan(error)) throw error
    return send()
  }
}

export class PipelinedConnection implements Together, Pipeline {
  readonly #client: pg.PoolClient & NamingClient
  readonly #freezeRows: boolean
  #waiting: Statement[] = []
  readonly #answers = new Answers()
  /** What became of those of the transaction that nobody waits for. */
  #sent: Promise<void>[] = []
  #failure: { error: unknown } | undefined
  #isInTransaction = false
  #releasesEarly = false
  /** True once `begin` was sent. */
  #isBegun = false

  constructor(client: pg.PoolClient, freezeRows: boolean) {
    this.#client = client as pg.PoolClient & NamingClient
    this.#freezeRows = freezeRows
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { command, rowCount, rows } = await this.#execute(sql, parameters)
    return { rows: rows as R[], ...(WRITES.has(command) && { numAffectedRows: BigInt(rowCount ?? 0) }) }
  }

  async together(queries: readonly CompiledQuery[]): Promise<unknown[] | undefined> {
    if (!this.#client.pipeline) return undefined
    const rows = await planningAgain(() => sendTogether(this.#client, queries))
    if (this.#freezeRows) rows.forEach(Object.freeze)
    return rows
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

  releaseEarly(): void {
    this.#releasesEarly = true
  }

  begin(text: string): void {
    this.#sent = []
    this.#releasesEarly = false
    this.#failure = undefined
    this.#isBegun = false
    this.#isInTransaction = true
    this.#waiting = [{ text, values: [] }]
  }

  async commit(): Promise<void> {
    const isEmpty = !this.#isBegun && this.#waiting.length === 1
    if (isEmpty) return this.#end()
    const command = await this.#sendCommit()
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

  /** Returns what the server has done. */
  async #sendCommit(): Promise<string> {
    if (!this.#releasesEarly || !this.#client.pipeline) return (await this.#send('commit', [])).command
    this.#waiting.push(...COMMIT_EARLY.map((text) => ({ text, values: [] })))
    const results = await this.#sendWith({ text: WAIT_FOR_DISK, values: [] })
    return results.at(-2)!.command
  }

  #end(): void {
    this.#isInTransaction = false
    this.#isBegun = false
    this.#waiting = []
    this.#answers.clear()
  }

  /** Outside a transaction, a statement that was planned before a migration is planned again. */
  #execute(text: string, values: Values): Promise<BatchResult> {
    const send = () => this.#send(text, values)
    return this.#isInTransaction ? send() : planningAgain(send)
  }

  async #send(text: string, values: Values): Promise<BatchResult> {
    return (await this.#sendWith({ text, values })).at(-1)!
  }

  /** Sends what waits and then the statement. */
  async #sendWith(last: Statement): Promise<readonly BatchResult[]> {
    const statements = [...this.#waiting, last]
    this.#isBegun ||= this.#waiting.length > 0
    this.#waiting = []
    try {
      const results = this.#client.pipeline ? this.#client.batch(statements) : this.#sendInTurn(statements)
      if (this.#isInTransaction) this.#sent.push(this.#noteFailure(results))
      statements.forEach((statement, at) => {
        this.#answers.forget(statement.text)
        if (statement.isAhead && this.#client.pipeline) this.#answers.keep(statement, { results, at })
      })
      return await results
    } catch (error) {
      await Promise.all(this.#sent)
      throw this.#failure ? this.#failure.error : error
    }
  }

  /** For poolers that may not be able to follow. */
  async #sendInTurn(statements: readonly Statement[]): Promise<readonly BatchResult[]> {
    const results: BatchResult[] = []
    for (const { text, values, isAhead } of statements)
      if (!isAhead) results.push((await this.#client.query(text, values as unknown[])) as BatchResult)
    return results
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
