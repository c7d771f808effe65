// The baseline: a Fastify route that returns fixed bytes. It measures what this machine can do right now. With
// BARE_WRITES, a POST also inserts a row into SQLite as durably as Lectern does: on disk before the response.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import fastify from 'fastify'

const body = process.env.BARE_BODY ?? '{}'
const http = fastify()
http.removeAllContentTypeParsers()
http.addContentTypeParser('application/json', { parseAs: 'string' }, async (_request: unknown, text: string) =>
  JSON.parse(text),
)
const write = process.env.BARE_WRITES ? durableInsert() : () => {}
const answer = async (_request: unknown, reply: { type(type: string): { send(body: string): unknown } }) =>
  reply.type('application/json; charset=utf-8').send(body)
http.get('/*', answer)
http.post('/*', async (request, reply) => {
  write(request.body)
  return answer(request, reply)
})
await http.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })

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
