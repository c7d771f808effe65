// Records every operation and every place: `prove/replies.ts` runs this.
import { test } from 'vitest'
import { operations } from '../../test/support/operations.ts'
import { startedServer } from '../../test/support/server.ts'
import { recordOperation } from './operation.ts'
import { recordPlaces } from './places.ts'
import { recordTo } from './recorder.ts'
import { recordVisitors } from './visitors.ts'
import { colorCode, newWorld } from './worlds.ts'

const file = process.env.LECTERN_RECORD_TO!
const only = process.env.LECTERN_RECORD_ONLY ?? ''
const server = startedServer({ hostname: 'localhost', mailbox: { url: 'smtp://127.0.0.1:9' }, backups: true })
const limited = startedServer({ rateLimit: 3 })

/** The first page waits for the scripts and styles of pages, which are built then: longer than a request may take. */
const buildPages = () => Promise.all(['/sign-in', '/app', '/help'].map((path) => fetch(server.url + path)))

test('records', async () => {
  await buildPages()
  await colorCode(server)
  const known = { server: new URL(server.url).host, operator: server.admin.id, operatorEmail: server.admin.email }
  const recorder = recordTo(file, server.url, known)
  const isWanted = (name: string) => new RegExp(`^(?:${only})`).test(name)
  const sorted = [...operations].sort((one, other) => (one.id < other.id ? -1 : 1))
  for (const line of sorted) if (isWanted(line.id)) await recordOperation(recorder, line, () => newWorld(server))
  if (isWanted('visitor')) await recordVisitors(recorder, server, sorted)
  if (isWanted('place')) await recordPlaces(recorder, server, limited)
})
