// Runs in a worker thread: executes tasks one after the other.
import { parentPort } from 'node:worker_threads'
import type { FailureClass, TaskRequest, TaskResult, Tasks } from './messages.ts'

/** Failures of the class `failure` are expected; all others are bugs. */
export function serveTasks(tasks: Tasks, failure: FailureClass): void {
  parentPort!.on('message', async ({ task, input }: TaskRequest) => {
    const answer = await perform(() => tasks[task]!(...input), failure)
    parentPort!.postMessage(answer, 'done' in answer ? buffersIn(answer.done) : [])
  })
  const ready: TaskResult = { done: 'ready' }
  parentPort!.postMessage(ready)
}

async function perform(work: () => unknown, failure: FailureClass): Promise<TaskResult> {
  try {
    return { done: await work() }
  } catch (error) {
    if (error instanceof failure) return { refused: error.message }
    return { failed: error instanceof Error ? error : new Error(String(error)) }
  }
}

/** The buffers in the fields of a result, which are transferred instead of copied. */
function buffersIn(result: unknown): ArrayBuffer[] {
  const fields = typeof result === 'object' && result !== null ? Object.values(result) : []
  return fields.flatMap((value) => (ownsBuffer(value) ? [value.buffer as ArrayBuffer] : []))
}

// Small Node buffers share their memory with others, so they cannot be transferred.
const ownsBuffer = (value: unknown): value is Uint8Array =>
  value instanceof Uint8Array && value.byteLength === value.buffer.byteLength
