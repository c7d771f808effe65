// The frame of the pages for signing in. They need no script, and load only our own styles and fonts.
import type { FastifyReply } from 'fastify'
import { attributes, type Html, html, linkUrl } from '../../render/html/index.ts'
import { loadStaticFiles, STATIC } from '../../server/static-files.ts'
import { choicesOf } from './choices.ts'
import { LOGO, SCENE } from './drawings.ts'

export interface GatePage {
  /** The base URL of the server. */
  base: string
  title: string
  body: Html
  wide?: boolean
  /** The scripts of the page, by their URLs. */
  scripts?: readonly string[]
  /** Where else forms may lead: browsers also check the redirects that follow a form. */
  formTargets?: readonly string[]
}

const policyOf = ({ scripts, formTargets = [] }: GatePage) =>
  [
    "default-src 'none'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    ...(scripts ? ["script-src 'self'", "connect-src 'self'"] : []),
    "base-uri 'none'",
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "frame-ancestors 'none'",
  ].join('; ')

export const gatePage =
  (page: GatePage) =>
  async (reply: FastifyReply): Promise<FastifyReply> => {
    const { gateStyles } = await loadStaticFiles()
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policyOf(page),
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
      })
      .send(drawGate(page, `${page.base}/${STATIC}/${gateStyles}`, choicesOf(reply.request).theme).text)
  }

function drawGate({ base, title, body, wide, scripts = [] }: GatePage, styles: string, theme: string | null): Html {
  return html`<!doctype html>
<html lang="en"${attributes({ 'data-theme': theme })}>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">
<link rel="icon" href="data:,"><title>${title} · Lectern</title>
<link rel="stylesheet" href="${linkUrl(styles)}"></head>
<body><main${attributes({ class: [wide && 'wide'] })}><a class="logo" href="${linkUrl(`${base}/`)}">${LOGO}Lectern</a>
${body}</main>${SCENE}
${scripts.map((url) => html`<script type="module" src="${linkUrl(url)}"></script>`)}</body>
</html>
`
}
