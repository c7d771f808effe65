// What the attacks of `prove:stall` share: the server they are about, and the ways to reach it.
import { ADMIN_TOKEN, type Server } from '../bench/servers.ts'
import { type GitServer, MAIN } from '../test/support/git-server.ts'
import type { Client, Reply } from './client.ts'

export interface Scene {
  server: Server
  client: Client
  organization: string
  space: string
  /** Serves the bytes and returns their URL. */
  serve(name: string, type: string, bytes: Uint8Array | string): string
  git: GitServer
}

/** `begin` is called after the preparation: only what follows is the attack. */
export type Attack = (scene: Scene, begin: () => Promise<void>) => Promise<number>

export async function ask(
  { server }: Pick<Scene, 'server'>,
  path: string,
  body?: unknown,
  token = ADMIN_TOKEN,
): Promise<{ status: number; body: Reply }> {
  const answer = await fetch(`${server.url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
  })
  const text = await answer.text()
  return { status: answer.status, body: text.startsWith('{') ? JSON.parse(text) : text }
}

export const insert = (title: string, document: object) => ({ operation: 'insert_page', title, document })

/** Imports a Git repository, and waits until that has ended. */
export const fetching =
  (files: () => Record<string, string>): Attack =>
  async (scene, begin) => {
    await scene.git.commit(files())
    const path = `/v1/spaces/${scene.space}/git`
    await begin()
    const { status } = await ask(scene, `${path}/import`, { url: scene.git.url, ref: MAIN })
    for (;;) {
      const { operation } = (await ask(scene, `${path}/info`)).body
      if (operation.state !== 'running') return status
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
