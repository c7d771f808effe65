// @only-sqlite
// The code that the console shows for backends that sign visitors in: it runs as it is copied.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { type Backend, snippetFor } from '../src/browser/console/sites/sign-in-snippets.ts'
import { freePort } from './support/free-port.ts'
import { newBrowser } from './support/readers.ts'
import { startedServer } from './support/server.ts'
import { newSite } from './support/sites.ts'

const server = startedServer()

/** What the code uses of Express. */
const EXPRESS = `
import { createServer } from 'node:http'
export default () => {
  const handlers = new Map()
  return {
    get: (path, handler) => handlers.set(path, handler),
    listen: (port) =>
      createServer((request, response) => {
        const url = new URL(request.url, 'http://localhost')
        request.query = Object.fromEntries(url.searchParams)
        response.redirect = (to) => response.writeHead(302, { location: to }).end()
        const handler = handlers.get(url.pathname)
        if (handler) handler(request, response)
        else response.writeHead(404).end()
      }).listen(port, '127.0.0.1'),
  }
}`

const withExpress = (code: string): string =>
  code.replace("'express'", JSON.stringify(`data:text/javascript,${encodeURIComponent(EXPRESS)}`))

async function answers(url: string): Promise<void> {
  await expect
    .poll(
      () =>
        fetch(url, { redirect: 'manual' }).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 30_000 },
    )
    .toBe(302)
}

test.each<Backend>(['express', 'node'])(
  'the code for %s signs visitors in, and leads nowhere else',
  async (backend) => {
    const site = await newSite(server, await server.found(), { visibility: 'visitor-auth' })
    const port = await freePort()
    const login = `http://127.0.0.1:${port}/docs-login`
    await site.admin.http.patch(`${site.path}/publishing/auth`, { fallbackURL: login })
    const { privateKey } = (await site.admin.http.get(`${site.path}/publishing/auth`)).body
    const code = withExpress(snippetFor(backend, { site: site.url, signIn: login }))
    const running = spawn(process.execPath, ['--input-type=module'], {
      env: { ...process.env, SITE_SIGNING_KEY: privateKey, PORT: String(port) },
      stdio: ['pipe', 'ignore', 'inherit'],
    })
    try {
      running.stdin.end(code)
      await answers(login)
      const browser = newBrowser(server)
      const out = await browser.open(`${site.url}guide`)
      expect(out.url).toBe(`${login}?location=${encodeURIComponent(`${new URL(site.url).pathname}guide`)}`)
      const signed = (await fetch(out.url, { redirect: 'manual' })).headers.get('location')!
      expect(await browser.open(signed)).toMatchObject({ status: 200, url: `${site.url}guide` })
      const elsewhere = await fetch(`${login}?location=${encodeURIComponent('//evil.example/')}`, {
        redirect: 'manual',
      })
      expect(new URL(elsewhere.headers.get('location')!).host).toBe(new URL(site.url).host)
    } finally {
      running.kill()
      await once(running, 'exit')
    }
  },
)
