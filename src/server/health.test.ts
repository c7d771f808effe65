import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, migratedDatabase } from '../../test/support/database.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { serveHealth } from './health.ts'
import { createHttp } from './http.ts'
import { createMetrics } from './metrics.ts'

const TOKEN = 'a-token-for-metrics'
const logger = pino({ level: 'silent' })

let fresh: FreshDatabase
let database: Database

beforeAll(async () => {
  fresh = await migratedDatabase()
  database = await openDatabase({ url: fresh.url })
})

afterAll(async () => {
  await database.close()
  await fresh.remove()
})

async function served() {
  const metrics = createMetrics()
  const http = createHttp({ logger, metrics, rateLimit: 0, https: false })
  return { http, ...serveHealth(http, { database, metrics, logger, metricsToken: TOKEN }) }
}

test('/metrics asks for its token', async () => {
  const { http } = await served()
  const ask = async (authorization?: string) =>
    (await http.inject({ url: '/metrics', headers: authorization ? { authorization } : {} })).statusCode
  expect([await ask(), await ask('Bearer another'), await ask(`Bearer ${TOKEN}`)]).toEqual([401, 401, 200])
})

test('a server that is about to stop is not ready, and ends connections with its replies', async () => {
  const { http, drain } = await served()
  const url = await http.listen({ port: 0, host: '127.0.0.1' })
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  drain()
  const [ready, alive] = [await fetch(`${url}/readyz`), await fetch(`${url}/healthz`)]
  expect([ready.status, alive.status, alive.headers.get('connection')]).toEqual([503, 200, 'close'])
  await http.close()
})
