// Copies what the log of a database holds into the database, as far as nobody reads older states. Runs in a thread.
import { openConnection } from './driver.ts'

/** No checkpoint was made; the next one makes up for it. */
export class NoCheckpoint extends Error {}

const BUSY_TIMEOUT = 1000

/** Never waits for those who read or write, and they never wait for it. */
export function checkpoint(file: string): void {
  const connection = openConnection(file, BUSY_TIMEOUT)
  try {
    // The log is synced before any of it is copied, and the database before the log may be overwritten.
    connection.pragma('synchronous = NORMAL')
    connection.pragma('wal_checkpoint(PASSIVE)')
  } finally {
    connection.close()
  }
}
