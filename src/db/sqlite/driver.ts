// Opens a SQLite file with `better-sqlite3`, or, where its binary is missing, with the SQLite of Node itself.
import { createRequire } from 'node:module'
import type { Connection } from './connection.ts'
import { hasSqlite, openWithNode } from './node-driver.ts'

type Open = (file: string, timeout: number) => Connection

/** No driver for SQLite works; the message says what to do. */
export class NoSqlite extends Error {}

let driver: { name: string; open: Open } | undefined

/** `timeout`: how long a write waits for another process, in milliseconds. */
export const openConnection: Open = (file, timeout) => loadDriver().open(file, timeout)

export const sqliteDriver = (): string => loadDriver().name

function loadDriver() {
  driver ??= better() ?? (hasSqlite() ? { name: `Node ${process.versions.node}`, open: openWithNode } : undefined)
  if (driver) return driver
  throw new NoSqlite(
    `There is no SQLite for Node ${process.versions.node} on ${process.platform} ${process.arch}: use Node 22.16 or later, which has it; or install a compiler and run "npm rebuild better-sqlite3"; or set DATABASE_URL to use PostgreSQL.`,
  )
}

function better(): { name: string; open: Open } | undefined {
  try {
    const Database = createRequire(import.meta.url)('better-sqlite3')
    // The binary is loaded when a connection is opened.
    new Database(':memory:').close()
    return { name: 'better-sqlite3', open: (file, timeout) => new Database(file, { timeout }) }
  } catch {
    return undefined
  }
}
