// What people see when an integration fails in a window of theirs, such as after a refused OAuth sign-in: its answer is
// JSON for programs. Only navigations get the page; everybody else gets the answer as it is.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { clip } from '../../lib/text.ts'
import { html } from '../../render/html/index.ts'
import type { DispatchResult } from './dispatcher.ts'

type Answer = DispatchResult['answer']

const MAX_JSON_BYTES = 64 * 1024
const MAX_LENGTH = 300

/** True if a browser opens the address as a page, in a window of its own. Without TLS, browsers only say what they accept. */
export function isOpenedInWindow({ method, headers }: FastifyRequest): boolean {
  const { 'sec-fetch-mode': mode, 'sec-fetch-dest': goal, accept = '' } = headers
  if (method !== 'GET') return false
  return mode === undefined ? accept.includes('text/html') : mode === 'navigate' && goal === 'document'
}

/** What an answer of the runtime says went wrong; undefined for every other answer, which is sent as it is. */
export function failureIn({ status, headers, body }: Answer, query: unknown): string | undefined {
  const isJson = /^application\/json\b/i.test(String(headers['content-type'] ?? ''))
  const error = status >= 400 && isJson ? errorIn(body) : undefined
  return error && (refusalIn(query) ?? error)
}

/** OAuth servers send people back with a reason in the address, which says more than what the integration makes of it. */
function refusalIn(query: unknown): string | undefined {
  const { error, error_description: description } = query as Record<string, unknown>
  if (typeof error !== 'string' || error === '') return undefined
  const reason = typeof description === 'string' && description !== '' ? description : error
  return error === 'access_denied' ? `Access was refused: ${reason}` : `The other service reported: ${reason}`
}

/** The runtime answers with `{ error }` and nothing else. */
function errorIn(body: Buffer): string | undefined {
  if (body.length > MAX_JSON_BYTES) return undefined
  try {
    const { error, ...others } = JSON.parse(body.toString()) as Record<string, unknown>
    return typeof error === 'string' && error !== '' && Object.keys(others).length === 0 ? error : undefined
  } catch {
    return undefined
  }
}

export function showFailure(reply: FastifyReply, status: number, title: string, message: string): FastifyReply {
  const heading = `${title} could not finish`
  const page = html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><link rel="icon" href="data:,"><title>${heading}</title>
<style>:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:15vh auto 0;padding:0 1.5rem}
h1{font-size:1.375rem;line-height:1.3}p{overflow-wrap:anywhere}</style></head>
<body><main><h1>${heading}</h1>
<p>${clip(message, MAX_LENGTH)}</p>
<p>Close this window, and try again.</p></main></body>
</html>
`
  return reply
    .code(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    })
    .send(page.text)
}
