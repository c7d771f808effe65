// The limit: a server of `node:http` that sends fixed bytes. It measures what this machine can do right now. BARE_REPLIES
// names a file with the body of each address. With BARE_WRITES, a POST also inserts a row into SQLite as durably as
// Lectern does: on disk before the response.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'

const bodies = new Map<string, Buffer>()
for (const [path, body] of Object.entries(JSON.parse(readFileSync(process.env.BARE_REPLIES!, 'utf8'))))
  bodies.set(path, Buffer.from(body as string))
const write = process.env.BARE_WRITES ? durableInsert() : () => {}

const answer = ({ url }: IncomingMessage, response: ServerResponse) => {
  const body = bodies.get(url!) ?? Buffer.alloc(0)
  response.writeHead(200, ['content-type', 'application/json; charset=utf-8', 'content-length', String(body.length)])
  response.end(body)
}

createServer((request, response) => {
  if (request.method !== 'POST') return answer(request, response)
  let text = ''
  request.setEncoding('utf8')
  request.on('data', (chunk) => {
    text += chunk
  })
  request.on('end', () => {
    write(JSON.parse(text || 'null'))
    answer(request, response)
  })
}).listen(Number(process.env.PORT), '127.0.0.1')

function durableInsert(): (value: unknown) => void {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-bare-'))
  process.once('SIGTERM', () => {
    rmSync(folder, { recursive: true, force: true })
    process.exit(0)
  })
  const database = new Sqlite(join(folder, 'bare.db'))
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.exec('create table rows (id integer primary key, body text not null)')
  const insert = database.prepare('insert into rows (body) values (?)')
  return (value) => void insert.run(JSON.stringify(value))
}
