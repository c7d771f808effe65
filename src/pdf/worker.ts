// The printing process: takes one order at a time from its parent, and ends with it.
import type { Order, Outcome } from './job.ts'
import { typeset } from './typesetter.ts'

process.on('message', (order: Order) => {
  typeset(order).then(
    () => answer({ done: true }),
    (error: unknown) => answer({ failed: error instanceof Error ? error.message : String(error) }),
  )
})
process.on('disconnect', () => process.exit())

const answer = (outcome: Outcome) => process.send!(outcome)
