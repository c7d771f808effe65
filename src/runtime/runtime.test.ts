// @slow
// Scripts in worker processes: their input, their isolation, and their limits.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { bundle } from '../../test/support/public-runtime.ts'
import { EMPTY_ALLOW_LIST } from '../fetch/addresses.ts'
import { createFetcher } from '../fetch/fetcher.ts'
import { newId } from '../lib/ids.ts'
import { LIMITS, openRuntime, type Runtime, type Script } from './runtime.ts'

const opened: Runtime[] = []
afterAll(() => Promise.all(opened.map((runtime) => runtime.stop())))

const SELF = 'http://lectern.example'

function open(limits: Partial<typeof LIMITS> = {}): Runtime {
  const localApi = async ({ url, headers }: { url: URL; headers: Record<string, string> }) =>
    url.origin === SELF
      ? {
          status: 200,
          headers: {},
          body: (async function* () {
            yield Buffer.from(`self ${url.pathname} ${headers.authorization}`)
          })(),
        }
      : undefined
  const runtime = openRuntime(
    { fetcher: createFetcher({ allowed: EMPTY_ALLOW_LIST }), localApi },
    { ...LIMITS, ...limits },
  )
  opened.push(runtime)
  return runtime
}

/** A module that runs `body` with `request`, `env` and `context`. */
const script = (body: string, head = '') => ({
  key: newId(),
  load: async () => ({
    kind: 'v2' as const,
    source: Buffer.from(`${head}\nexport default { async fetch(request, env, context) { ${body} } }`),
  }),
})

const callOf = (body = 'nothing') => ({ id: newId(), contentType: 'text/plain', body: Buffer.from(body) })

async function ask(runtime: Runtime, asked: Script, body?: string) {
  const { answer, trace } = await runtime.call(asked, callOf(body))
  return { status: answer.status, text: answer.body.toString('utf8'), headers: answer.headers, trace }
}

describe('a script', () => {
  test('gets calls at /v1, and its logs are separated by call, including later work', async () => {
    const runtime = open()
    const echo = script(`
      const text = await request.text()
      console.log('heard', text, { n: 1 })
      context.waitUntil(new Promise((done) => setTimeout(() => { console.warn('later', text); done() }, 50)))
      return new Response(new URL(request.url).pathname + ' ' + text, { status: 201, headers: { 'x-a': 'b' } })`)
    const answers = await Promise.all(['one', 'two', 'three'].map((text) => ask(runtime, echo, text)))
    for (const [at, text] of ['one', 'two', 'three'].entries()) {
      expect(answers[at]).toMatchObject({ status: 201, text: `/v1 ${text}`, headers: { 'x-a': 'b' } })
      const { logs } = await answers[at]!.trace
      expect(logs.map(({ level, message }) => [level, message])).toEqual([
        ['info', `heard ${text} {"n":1}`],
        ['warn', `later ${text}`],
      ])
    }
    expect(runtime.count()).toBe(1)
  })

  test('that uses the public runtime gets events and requests, and reports events it does not handle', async () => {
    const contents = `import { createIntegration } from '@gitbook/runtime'
      export default createIntegration({
        fetch: async (request) => new Response(new URL(request.url).pathname + ' ' + (await request.text())),
        events: { installation_setup: async ({ status }) => console.log('set up', status) },
      })`
    const source = Buffer.from(await bundle(contents))
    const made = { key: newId(), load: async () => ({ kind: 'v2' as const, source }) }
    const runtime = open()
    const give = async (event: object, body?: string) => {
      const form = new FormData()
      const integration = { name: 'made', version: 1, urls: { publicEndpoint: `${SELF}/made` } }
      const tokens = { authToken: 'token', apiTokens: { integration: 'token' } }
      form.set('event', JSON.stringify({ eventId: newId(), ...event }))
      form.set(
        'environment',
        JSON.stringify({ integration, apiEndpoint: SELF, secrets: {}, signingSecrets: {}, ...tokens }),
      )
      if (body) form.set('fetch-body', new Blob([body]))
      const encoded = new Response(form)
      const contentType = encoded.headers.get('content-type')!
      const call = { id: newId(), contentType, body: Buffer.from(await encoded.arrayBuffer()) }
      const { answer, trace } = await runtime.call(made, call)
      return { status: answer.status, text: answer.body.toString(), logs: JSON.stringify((await trace).logs) }
    }
    const setUp = await give({ type: 'installation_setup', installationId: 'one', status: 'active' })
    expect(setUp).toMatchObject({ status: 200, logs: expect.stringContaining('set up active') })
    expect(await give({ type: 'space_content_updated' })).toMatchObject({ status: 406 })
    const request = { method: 'post', url: `${SELF}/made/path`, headers: {} }
    expect(await give({ type: 'fetch', request }, 'a body')).toMatchObject({ status: 200, text: '/made/path a body' })
  })

  test('of the first runtime listens to an event', async () => {
    const source = Buffer.from(`addEventListener('fetch', (event) => event.respondWith(new Response('old')))`)
    const old = { key: newId(), load: async () => ({ kind: 'v1' as const, source }) }
    expect(await ask(open(), old)).toMatchObject({ status: 200, text: 'old' })
  })

  test('that throws responds with 500, and the trace has the error', async () => {
    const { status, trace } = await ask(open(), script(`throw new TypeError('boom')`))
    expect(status).toBe(500)
    expect((await trace).logs).toMatchObject([{ level: 'error', message: expect.stringContaining('TypeError: boom') }])
  })

  test('that cannot be started reports why, and can be fixed', async () => {
    const runtime = open()
    await expect(ask(runtime, script('', 'this is no script'))).rejects.toMatchObject({
      kind: 'start',
      message: expect.stringContaining('SyntaxError'),
    })
    await expect(ask(runtime, script('', `import 'somewhere'`))).rejects.toMatchObject({ kind: 'start' })
    expect(await ask(runtime, script(`return new Response('fine')`))).toMatchObject({ text: 'fine' })
  })

  test('is stopped when idle, and started again', async () => {
    const runtime = open({ idle: 200 })
    const counting = script('return new Response(String(++globalThis.count))', 'globalThis.count = 0')
    expect((await ask(runtime, counting)).text).toBe('1')
    await expect.poll(() => runtime.count(), { timeout: 10_000 }).toBe(0)
    expect((await ask(runtime, counting)).text).toBe('1')
  })

  test('is stopped for others if there are too many', async () => {
    const runtime = open({ processes: 2 })
    for (const name of ['a', 'b', 'c', 'd'])
      expect((await ask(runtime, script(`return new Response('${name}')`))).text).toBe(name)
    await expect.poll(() => runtime.count(), { timeout: 10_000 }).toBeLessThanOrEqual(2)
  })
})

describe('a hostile script', () => {
  test('sees nothing of the server: no environment, no files, no processes', async () => {
    process.env.LECTERN_TEST_SECRET = 'do not tell'
    const looks = script(`
      const seen = { env: { ...process.env }, bindings: Object.keys(env) }
      for (const name of ['node:fs', 'node:child_process', 'node:os', 'node:worker_threads']) {
        try {
          const module = await import(name)
          seen[name] = name === 'node:fs' ? module.readFileSync('/etc/passwd', 'utf8') : module.execSync?.('id')
        } catch (error) { seen[name] = 'refused' }
      }
      return Response.json(seen)`)
    const { text } = await ask(open(), looks)
    expect(text).not.toMatch(/do not tell|root:|uid=/)
    expect(JSON.parse(text)).toMatchObject({
      env: {},
      bindings: [],
      'node:fs': 'refused',
      'node:child_process': 'refused',
    })
    delete process.env.LECTERN_TEST_SECRET
  })

  test('cannot reach this machine or private addresses in any way, except the API', async () => {
    let reached = 0
    const inside = createServer((_request, response) => {
      reached++
      response.end('inside')
    })
    await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve))
    const { port } = inside.address() as AddressInfo
    const tries = script(
      `
      const [kind, url] = (await request.text()).split(' ')
      try {
        if (kind === 'fetch') return new Response(await (await fetch(url, { headers: { authorization: 'mine' } })).text())
        if (kind === 'socket') { const socket = connect(url); await socket.opened; return new Response('open') }
        const response = await fetch(url, { headers: { upgrade: 'websocket' } })
        return new Response(response.webSocket ? 'open' : 'refused')
      } catch (error) { return new Response('refused ' + error.message) }`,
      `import { connect } from 'cloudflare:sockets'`,
    )
    const runtime = open()
    const hosts = ['127.0.0.1', 'localhost', '[::1]', '0.0.0.0', '2130706433', '[::ffff:127.0.0.1]']
    for (const host of hosts)
      expect((await ask(runtime, tries, `fetch http://${host}:${port}/`)).text).not.toBe('inside')
    for (const address of ['10.0.0.1', '192.168.1.1', '169.254.169.254'])
      expect((await ask(runtime, tries, `fetch http://${address}/`)).text).toContain('LECTERN_FETCH_ALLOW')
    expect((await ask(runtime, tries, `socket 127.0.0.1:${port}`)).text).toMatch(/^refused/)
    expect((await ask(runtime, tries, `websocket http://127.0.0.1:${port}/`)).text).toMatch(/^refused/)
    expect(reached).toBe(0)
    expect((await ask(runtime, tries, `fetch ${SELF}/v1/user`)).text).toBe('self /v1/user mine')
    inside.close()
  })

  test('that computes forever is killed and restarted, and does not block others', async () => {
    const runtime = open({ stuck: 1500 })
    const loops = script(`if ((await request.text()) === 'loop') for (;;); return new Response('fine')`)
    const looping = ask(runtime, loops, 'loop').catch((error: unknown) => error)
    expect((await ask(runtime, script(`return new Response('other')`))).text).toBe('other')
    expect(await looping).toMatchObject({ kind: 'stuck' })
    expect((await ask(runtime, loops)).text).toBe('fine')
  })

  test('that computes forever after its response is killed too', async () => {
    const runtime = open({ stuck: 1500 })
    const lingers = script(
      `context.waitUntil((async () => { await 0; setTimeout(() => { for (;;); }, 10); await new Promise((done) => setTimeout(done, 1e6)) })()); return new Response('soon')`,
    )
    await ask(runtime, lingers)
    await expect.poll(() => runtime.count(), { timeout: 15_000 }).toBe(0)
  })

  test('that never responds times out, and handles other calls', async () => {
    const runtime = open({ call: 500 })
    const sleeps = script(
      `if ((await request.text()) === 'sleep') await new Promise((done) => setTimeout(done, 1e6)); return new Response('awake')`,
    )
    await expect(ask(runtime, sleeps, 'sleep')).rejects.toMatchObject({ kind: 'timeout' })
    expect((await ask(runtime, sleeps)).text).toBe('awake')
  })

  test.each([
    ['bytes', 'held.push(new Uint8Array(1e7).fill(1))'],
    ['objects', `held.push({ number: Math.random(), text: 'x'.repeat(10) + held.length })`],
  ])('that takes all memory, in %s, is stopped', async (_what, takes) => {
    const runtime = open({ stuck: 5000 })
    const hog = script(
      `if ((await request.text()) === 'take') for (;;) ${takes}; return new Response('fine')`,
      'const held = []',
    )
    const outcome = await ask(runtime, hog, 'take').catch((error: unknown) => error)
    expect(outcome).toSatisfy(
      (it: { status?: number; kind?: string }) => it.status === 500 || ['memory', 'crash', 'stuck'].includes(it.kind!),
    )
    await expect
      .poll(async () => (await ask(runtime, hog).catch(() => undefined))?.text, { timeout: 15_000 })
      .toBe('fine')
  })

  test('that responds with too much is cut off', async () => {
    const endless = script(
      `return new Response(new ReadableStream({ pull(out) { out.enqueue(new Uint8Array(1e6)) } }))`,
    )
    await expect(ask(open(), endless)).rejects.toMatchObject({ kind: 'tooLarge' })
  })
})

test('folders of killed servers are removed by the next start, and no others', async () => {
  const inUse = open()
  const names = script(`return new Response('at work')`)
  await ask(inUse, names)
  const other = spawn(process.execPath, ['-e', LIKE_A_SERVER], { stdio: ['ignore', 'pipe', 'ignore'] })
  const folder = String((await once(other.stdout, 'data'))[0]).trim()
  await open().stop()
  expect(existsSync(folder)).toBe(true)
  other.kill('SIGKILL')
  await once(other, 'exit')
  expect(existsSync(folder)).toBe(true)
  await open().stop()
  expect(existsSync(folder)).toBe(false)
  expect((await ask(inUse, names)).text).toBe('at work')
})

const LIKE_A_SERVER = `
  const folder = require('fs').mkdtempSync(require('os').tmpdir() + '/lectern-run-')
  require('net').createServer().listen(folder + '/outbound.sock', () => console.log(folder))`
