// The folder in which the processes of this server work, and what they talk to there. A server that is killed leaves its
// folder behind; the next that starts takes it away. Nobody answers in it any more: that tells it from those in use, also
// when their servers are in other containers and share nothing but the folder for temporary files.
import { mkdtempSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import type { Server } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { MINUTE } from '../lib/time.ts'
import { SOCKETS } from './config.ts'
import { type Outside, openOutbound } from './outbound.ts'
import { listenForTraces, type Trace } from './trace.ts'

export interface Ground {
  folder: string
  close(): Promise<void>
}

const PREFIX = 'lectern-run-'

/** Its path is short, because sockets have no long names. */
export async function prepareGround(outside: Outside, heard: (call: string, trace: Trace) => void): Promise<Ground> {
  const folder = mkdtempSync(join(tmpdir(), PREFIX))
  const servers = [
    await listen(openOutbound(outside), join(folder, SOCKETS.outbound)),
    await listen(listenForTraces(heard), join(folder, SOCKETS.traces)),
  ]
  return {
    folder,
    async close() {
      for (const server of servers) {
        server.close()
        server.closeAllConnections()
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const listen = (server: Server, path: string): Promise<Server> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.unref().listen(path, () => resolve(server))
  })

/** Takes away what servers have left behind that were killed. What cannot be taken away is somebody else's. */
export async function clearLeftGround(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => [])
  const folders = names.filter((name) => name.startsWith(PREFIX)).map((name) => join(tmpdir(), name))
  await Promise.all(folders.map((folder) => clearIfLeft(folder).catch(() => undefined)))
}

const BETWEEN_LOOKS = 200

async function clearIfLeft(folder: string): Promise<void> {
  if (!(await isLeft(folder))) return
  // A socket refuses for a moment before its server listens.
  await pause(BETWEEN_LOOKS)
  if (await isLeft(folder)) await rm(folder, { recursive: true, force: true })
}

async function isLeft(folder: string): Promise<boolean> {
  const answer = await knock(join(folder, SOCKETS.outbound))
  if (answer === 'ECONNREFUSED') return true
  // Just made, or never finished.
  return answer === 'ENOENT' && Date.now() - (await stat(folder)).mtimeMs > MINUTE
}

/** Undefined: somebody is there. Otherwise the code of the failure. */
const knock = (path: string): Promise<string | undefined> =>
  new Promise((resolve) => {
    const socket = connect(path)
      .once('connect', () => {
        socket.destroy()
        resolve(undefined)
      })
      .once('error', ({ code }: NodeJS.ErrnoException) => resolve(code))
  })
