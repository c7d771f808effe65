// What Lectern is compared with, each of `node:http`: `bytes` sends what Lectern would send from memory, and shows what
// the machine can do right now; `files` is a static site, the same pages on disk; `search` answers from MiniSearch.
// BARE_FILE names a file of what to send.
import { createReadStream, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { dirname, join } from 'node:path'
import MiniSearch from 'minisearch'

const JSON_TYPE = 'application/json; charset=utf-8'
type Answer = (request: IncomingMessage, response: ServerResponse) => unknown

function send(response: ServerResponse, body: Buffer): void {
  response.writeHead(200, ['content-type', JSON_TYPE, 'content-length', String(body.length)])
  response.end(body)
}

function answerBytes(content: string): Answer {
  const bodies = new Map(Object.entries<string>(JSON.parse(content)).map(([path, body]) => [path, Buffer.from(body)]))
  const nothing = Buffer.alloc(0)
  return ({ url }, response) => send(response, bodies.get(url!) ?? nothing)
}

function answerFiles(content: string): Answer {
  const fileOf = (url: string) => join(dirname(process.env.BARE_FILE!), 'site', decodeURIComponent(url), 'index.html')
  for (const [path, body] of Object.entries<string>(JSON.parse(content))) {
    mkdirSync(dirname(fileOf(path)), { recursive: true })
    writeFileSync(fileOf(path), body)
  }
  return async ({ url }, response) => {
    const file = fileOf(url!)
    const found = await stat(file).catch(() => undefined)
    if (!found) return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': found.size, etag: `"${found.mtimeMs}"` })
    return createReadStream(file).pipe(response)
  }
}

function answerSearch(content: string): Answer {
  const index = new MiniSearch({ fields: ['title', 'markdown'], storeFields: ['title'] })
  index.addAll(JSON.parse(content).map((page: object, id: number) => ({ id, ...page })))
  return ({ url }, response) => {
    const query = new URL(url!, 'http://localhost').searchParams.get('query') ?? ''
    const items = index.search(query, { combineWith: 'AND', prefix: true }).slice(0, 10)
    send(response, Buffer.from(JSON.stringify({ items })))
  }
}

const ANSWERS = { bytes: answerBytes, files: answerFiles, search: answerSearch }
const answer = ANSWERS[process.env.BARE_KIND as keyof typeof ANSWERS](readFileSync(process.env.BARE_FILE!, 'utf8'))
createServer(answer).listen(Number(process.env.PORT), '127.0.0.1')
