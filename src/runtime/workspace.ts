// The working folder of this server's worker processes, with the sockets they connect to. A killed server leaves its
// folder behind, and the next start removes it. A folder is stale if nothing listens on its socket; that also works if
// servers run in containers that share only the temporary folder.
import { mkdtempSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import type { Server } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { MINUTE } from '../lib/time.ts'
import { SOCKETS } from './config.ts'
import { type OutboundTargets, openOutbound } from './outbound.ts'
import { listenForTraces, type Trace } from './trace.ts'

export interface Workspace {
  folder: string
  close(): Promise<void>
}

const PREFIX = 'lectern-run-'

/** The path is short, because the length of socket paths is limited. */
export async function openWorkspace(
  targets: OutboundTargets,
  onTrace: (call: string, trace: Trace) => void,
): Promise<Workspace> {
  const folder = mkdtempSync(join(tmpdir(), PREFIX))
  const servers = [
    await listen(openOutbound(targets), join(folder, SOCKETS.outbound)),
    await listen(listenForTraces(onTrace), join(folder, SOCKETS.traces)),
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

/** Removes the folders of killed servers. Folders that cannot be removed belong to other users. */
export async function removeStaleWorkspaces(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => [])
  const folders = names.filter((name) => name.startsWith(PREFIX)).map((name) => join(tmpdir(), name))
  await Promise.all(folders.map((folder) => removeIfStale(folder).catch(() => undefined)))
}

const RECHECK_DELAY = 200

async function removeIfStale(folder: string): Promise<void> {
  if (!(await isStale(folder))) return
  // A socket refuses connections for a moment before its server listens.
  await pause(RECHECK_DELAY)
  if (await isStale(folder)) await rm(folder, { recursive: true, force: true })
}

async function isStale(folder: string): Promise<boolean> {
  const answer = await tryConnect(join(folder, SOCKETS.outbound))
  if (answer === 'ECONNREFUSED') return true
  // Just created, or never completed.
  return answer === 'ENOENT' && Date.now() - (await stat(folder)).mtimeMs > MINUTE
}

/** Connects to a socket: undefined if it accepts, else the error code. */
const tryConnect = (path: string): Promise<string | undefined> =>
  new Promise((resolve) => {
    const socket = connect(path)
      .once('connect', () => {
        socket.destroy()
        resolve(undefined)
      })
      .once('error', ({ code }: NodeJS.ErrnoException) => resolve(code))
  })
