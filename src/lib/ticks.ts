// Every request schedules several ticks. When V8 collects garbage while no object of a shape is left, it forgets the
// shape, and the literal in `process.nextTick` makes its objects in the slowest way from then on: they take eight times
// as long. As long as one is kept, so is their shape.
import { executionAsyncResource } from 'node:async_hooks'

const kept: object[] = []

export function keepTicksQuick(): void {
  if (kept.length === 0) process.nextTick(() => kept.push(executionAsyncResource()))
}
