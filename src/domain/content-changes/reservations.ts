// Reserves a branch for one request, so that a large batch does not start over for ever while others keep writing. Other
// batches of this node wait meanwhile, outside their transactions.
import { AsyncWorkNeeded } from '../../lib/async-work.ts'
import { MINUTE } from '../../lib/time.ts'

interface Reservation {
  request: object
  ended: Promise<void>
  end(): void
}

const reservations = new Map<string, Reservation>()

/** A request that never comes back must not keep others out. */
const MAX_TIME = 2 * MINUTE

/** Throws AsyncWorkNeeded if another request has reserved the branch. */
export function awaitReservation(branch: string, request: object): void {
  const known = reservations.get(branch)
  if (known && known.request !== request) throw new AsyncWorkNeeded(() => known.ended)
}

export function reserve(branch: string, request: object): void {
  if (reservations.has(branch)) return
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const reservation = { request, ended, end }
  reservations.set(branch, reservation)
  setTimeout(() => reservations.get(branch) === reservation && release(branch, request), MAX_TIME).unref()
}

export function release(branch: string, request: object): void {
  const known = reservations.get(branch)
  if (known?.request !== request) return
  reservations.delete(branch)
  known.end()
}
