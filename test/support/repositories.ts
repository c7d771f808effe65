// Repositories served over HTTP by git, for tests that clone.
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'

export interface Repositories {
  url: string
  /** The folder of the repositories. */
  folder: string
  /** Creates a repository with one commit of these files, served as `name`. */
  add(name: string, files: Record<string, string | Uint8Array>): void
}

const WHO = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'init.defaultBranch=master']

export function startedRepositories(): Repositories {
  const root = mkdtempSync(join(tmpdir(), 'lectern-git-'))
  const http = createServer((request, response) => serve(root, request, response))
  const server: Repositories = {
    url: '',
    folder: root,
    add(name, files) {
      const folder = join(root, `${name}.work`)
      for (const [path, body] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true })
        writeFileSync(join(folder, path), body)
      }
      const git = (...words: string[]) => execFileSync('git', [...WHO, '-C', folder, ...words], { stdio: 'pipe' })
      git('init', '--quiet')
      git('add', '--all')
      git('commit', '--quiet', '--message', 'first')
      git('clone', '--quiet', '--bare', folder, join(root, name))
      execFileSync('git', ['-C', join(root, name), 'config', 'http.receivepack', 'true'])
    },
  }
  beforeAll(async () => {
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
    server.url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  })
  afterAll(() => {
    http.close().closeAllConnections()
    rmSync(root, { recursive: true, force: true })
  })
  return server
}

function serve(root: string, request: IncomingMessage, response: ServerResponse): void {
  const { pathname, search } = new URL(request.url!, 'http://localhost')
  const child = spawn('git', ['http-backend'], {
    env: {
      ...process.env,
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: pathname,
      QUERY_STRING: search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
    },
  })
  request.pipe(child.stdin)
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.on('close', () => {
    const output = Buffer.concat(chunks)
    const end = output.indexOf('\r\n\r\n')
    const lines = output.toString('latin1', 0, end).split('\r\n')
    const headers = Object.fromEntries(lines.map((line) => line.split(': ') as [string, string]))
    response.writeHead(Number.parseInt(headers.Status ?? '200', 10), headers).end(output.subarray(end + 4))
  })
}
