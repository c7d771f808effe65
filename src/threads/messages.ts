// The messages between the main thread and worker threads.

// biome-ignore lint/suspicious/noExplicitAny: tasks of every signature
export type Tasks = Record<string, (...input: any[]) => unknown>

export interface TaskRequest {
  task: string
  input: unknown[]
}

/** `refused` is the message of an expected failure, whose class is lost when it is cloned. */
export type TaskResult = { done: unknown } | { refused: string } | { failed: Error }

/** The class of expected failures; its constructor takes a message. */
export type FailureClass = new (sentence: string) => Error
