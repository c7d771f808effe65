// The entry point of the printing process: handles one request at a time and exits with its parent.
import type { PrintRequest, PrintResult } from './book-folder.ts'
import { drawCard } from './card-drawer.ts'
import { typeset } from './typesetter.ts'

process.on('message', (order: PrintRequest) => {
  const print = order.kind === 'card' ? drawCard : typeset
  print(order).then(
    () => answer({ done: true }),
    (error: unknown) => answer({ failed: error instanceof Error ? error.message : String(error) }),
  )
})
process.on('disconnect', () => process.exit())

const answer = (outcome: PrintResult) => process.send!(outcome)
