// Sends requests that try to block the server, and measures from another process how long others wait meanwhile.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { scratchFolder, startLectern } from '../bench/servers.ts'
import { startGitServer } from '../test/support/git-server.ts'
import { ATTACKS, warmUp } from './attacks.ts'
import { persistentClient } from './client.ts'
import { type Health, watchHealth } from './health-watch.ts'
import { logTurns } from './turns.ts'

export interface Stall extends Health {
  attack: string
  /** The status of the response to the attack. */
  status: number
  seconds: number
  /** The longest turn of the event loop in milliseconds, without time spent waiting for a processor. */
  held: number
  /** The memory of the server afterwards, in megabytes. */
  memory: number
}

/** Runs the attacks with matching names, and reports each. */
export async function proveStall(tell: (stall: Stall) => void, names: RegExp = /./): Promise<Stall[]> {
  const folder = await scratchFolder()
  const turns = await logTurns(folder.path)
  const server = await startLectern(folder.path, { LECTERN_FETCH_ALLOW: '127.0.0.1', ...turns.environment })
  const website = await startWebsite()
  const git = await startGitServer()
  const health = watchHealth(server)
  try {
    const client = persistentClient(() => server.url, new Map())
    const [{ id: organization }] = await client.list('/orgs')
    const scene = { server, client, organization, serve: website.serve, git }
    const stalls: Stall[] = []
    const newSpace = async (title: string) => (await client.post(`/orgs/${organization}/spaces`, { title })).id
    await warmUp({ ...scene, space: await newSpace('Ready') })
    for (const [attack, perform] of Object.entries(ATTACKS).filter(([name]) => names.test(name))) {
      let began = 0
      const status = await perform({ ...scene, space: await newSpace(attack) }, async () => {
        await health.look()
        await turns.longest()
        began = performance.now()
      })
      const seconds = (performance.now() - began) / 1000
      const held = await turns.longest()
      const memory = (await server.memory()) / 1e6
      const stall = { attack, status, seconds, held, ...(await health.look()), memory }
      stalls.push(stall)
      tell(stall)
    }
    return stalls
  } finally {
    await health.stop()
    await server.kill()
    await git.stop()
    await website.stop()
    await folder.remove()
  }
}

async function startWebsite() {
  const files = new Map<string, { type: string; bytes: Uint8Array | string }>()
  const http = createServer(({ url = '' }, response) => {
    const file = files.get(url)
    response.writeHead(file ? 200 : 404, { 'content-type': file?.type ?? 'text/plain' }).end(file?.bytes)
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  return {
    serve(name: string, type: string, bytes: Uint8Array | string): string {
      files.set(`/${name}`, { type, bytes })
      return `http://127.0.0.1:${port}/${name}`
    },
    async stop(): Promise<void> {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  }
}
