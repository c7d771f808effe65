// The page of the console: one document for every address below `/app`. Its script calls the API with the session of
// whoever is signed in; the page itself contains nothing about anybody.

import type { FastifyReply } from 'fastify'
import { localeOf } from '../../lib/locales.ts'
import { attributes, html, linkUrl } from '../../render/html/index.ts'
import type { LaterRoutes } from '../../server/later-routes.ts'
import { loadStaticFiles, STATIC } from '../../server/static-files.ts'
import { choicesOf } from '../gate/choices.ts'
import { ACCOUNT, findVisit, forPeople, goTo, type SignIn } from './context.ts'
import { localPath } from './local-path.ts'
import { isSetUp } from './setup.ts'

// Pages may show pictures and embeds of other hosts, but only our own scripts and styles.
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "img-src 'self' https: http: data:",
  'frame-src https: http:',
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

export function serveConsole(http: LaterRoutes, signIn: SignIn): void {
  const { base } = signIn.urls
  const serve = forPeople(signIn, async (request, reply) => {
    const visit = await findVisit(signIn, request)
    if (visit && !(await isSetUp(signIn.database.read, visit.session))) return goTo(reply, `${base}/sign-in/setup`)
    if (visit) return sendConsole(base, reply)
    const returnTo = localPath(request.url)
    return goTo(reply, `${base}/sign-in${returnTo === undefined ? '' : `?${new URLSearchParams({ returnTo })}`}`)
  })
  for (const path of ['/app', '/app/*']) http.get(path, { config: { operationId: 'console' } }, serve)
}

async function sendConsole(base: string, reply: FastifyReply): Promise<FastifyReply> {
  const files = await loadStaticFiles()
  const { theme, language } = choicesOf(reply.request)
  const at = (name: string) => linkUrl(`${base}/${STATIC}/${name}`)
  const page = html`<!doctype html>
<html lang="en"${attributes({ 'data-theme': theme, 'data-locale': localeOf(language) })}>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">
<link rel="icon" href="data:,"><title>Lectern</title>
<link rel="stylesheet" href="${at(files.consoleStyles)}">
<script type="module" src="${at(files.consoleScript)}"></script></head>
<body><div id="console"${attributes({ 'data-base': new URL(base).pathname.replace(/\/$/, '') })}></div>
<noscript><main><h1>Lectern</h1><p>The console needs JavaScript. Published sites, the API and <a href="${linkUrl(base + ACCOUNT)}">your account</a> work without it.</p></main></noscript></body>
</html>
`
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
    })
    .send(page.text)
}
