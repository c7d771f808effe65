// The connections of running transactions on PostgreSQL, for statements that need not wait for each other (`pipeline.ts`).
import type { Db } from './tables.ts'

export interface Pipeline {
  rows(text: string, values: readonly unknown[]): Promise<unknown[]>
  /** Sends the statement with the next one that somebody waits for, or with the commit. */
  later(text: string, values: readonly unknown[]): void
  /** Asks a question with the next statement. `rows` gives the answer once, unless its tables were written meanwhile. */
  ahead(text: string, values: readonly unknown[]): void
  /** See `releaseLocksEarly`. */
  releaseEarly(): void
}

const pipelines = new WeakMap<Db, Pipeline>()

/** The pipeline of a transaction on PostgreSQL, while it lasts. */
export const pipelineOf = (db: Db): Pipeline | undefined => pipelines.get(db)

/** Runs `work` with a pipeline. */
export async function withPipelineOf<T>(db: Db, pipeline: Pipeline, work: (db: Db) => Promise<T>): Promise<T> {
  pipelines.set(db, pipeline)
  try {
    return await work(db)
  } finally {
    pipelines.delete(db)
  }
}
