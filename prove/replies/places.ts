// Places that are no operations: pages for people, health, documents about the API, files, unknown paths, limits.
import { sendRaw } from '../../test/support/raw.ts'
import type { TestServer } from '../../test/support/server.ts'
import { sessionOf } from '../../test/support/session.ts'
import { bearer, type Credentials } from './callers.ts'
import type { Recorder } from './recorder.ts'

/** Its replies are about the process. */
const METRICS = '/metrics'

const PLACES = `
  / // /healthz /readyz /metrics /docs /docs/start.js /openapi.json /help /help/nothing /robots.txt /favicon.ico
  /.well-known/nothing /v1 /v1/ /v1/nothing /v1/spaces/%zz /v2 /nothing/here
  /sign-in /sign-in/mail /sign-in/second-step /sign-in/setup /sign-in/confirm /sign-in/company /sign-in/link/nothing
  /account /account/tokens/new /account/notifications /account/password /account/data /account/delete
  /app /app/anything /join/none/none /saml/none/metadata /oidc/none/start /unsubscribe
  /scim/v2/Users /scim/v2/ServiceProviderConfig /~lectern/nothing.js /~files/nothing`
  .trim()
  .split(/\s+/)

export async function recordPlaces(recorder: Recorder, server: TestServer, limited: TestServer): Promise<void> {
  const session = await sessionOf(server, server.admin)
  const people: Record<string, Credentials> = {
    nobody: {},
    browser: { accept: 'text/html' },
    'signed in': { accept: 'text/html', cookie: `lectern_session=${session}` },
    token: bearer(server.admin.token),
  }
  for (const path of PLACES)
    for (const [who, headers] of Object.entries(people)) await recordPlace(recorder, path, who, headers)
  await recordScripts(recorder, server, session)
  await recordLimit(recorder, limited)
}

async function recordPlace(recorder: Recorder, path: string, who: string, headers: Credentials): Promise<void> {
  const isShape = path === METRICS
  for (const method of who === 'nobody' ? ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS', 'TRACE'] : ['GET']) {
    const answer = await recorder.call(`place ${path}: ${method} ${who}`, { method, path, headers }, { isShape })
    if (method !== 'GET' || !answer.headers.etag) continue
    const known = { ...headers, 'if-none-match': String(answer.headers.etag) }
    await recorder.call(`place ${path}: known etag ${who}`, { method, path, headers: known })
  }
}

/** What pages load: only whether it is there, because it is built anew. */
async function recordScripts(recorder: Recorder, server: TestServer, session: string): Promise<void> {
  for (const path of ['/docs', '/sign-in', '/app', '/help/']) {
    const headers = { accept: 'text/html', cookie: `lectern_session=${session}` }
    const { text } = await sendRaw(server.url, { method: 'GET', path, headers })
    const links = [...text.matchAll(/(?:src|href)="(?:http:\/\/[^/"]+)?(\/[^"]+\.(?:js|css|woff2|svg|png|ico))"/g)].map(
      ([, link]) => link!,
    )
    for (const [at, link] of [...new Set(links)].slice(0, 8).entries())
      await recorder.call(`place file ${at} of ${path}`, { method: 'GET', path: link }, { isShape: true })
  }
}

/** The headers of a limit, and what comes after it. */
async function recordLimit(recorder: Recorder, { url, admin }: TestServer): Promise<void> {
  const request = { method: 'GET', path: '/v1/user', headers: bearer(admin.token) }
  for (const at of [1, 2, 3, 4, 5])
    await recorder.call(`place with a limit: request ${at}`, request, { url, isShape: true })
}
