// A page of our own: one look, no outside resources, and a content security policy that allows just what is inlined.
import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'

const STYLE = `
:root { color-scheme: light dark; --ink: #1d1b16; --soft: #6b665b; --paper: #fbfaf7; --card: #fff; --line: #e6e2d8; --mark: #9a3412; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #ece8df; --soft: #a39d90; --paper: #171613; --card: #201e1a; --line: #35322b; --mark: #fdba74; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.6 ui-sans-serif, system-ui, sans-serif; }
main { max-width: 46rem; margin: 0 auto; padding: 4rem 1.5rem; }
h1 { font: 600 2.4rem/1.15 ui-serif, Georgia, serif; margin: 0 0 .5rem; letter-spacing: -.01em; overflow-wrap: anywhere; }
h2 { font: 600 1.2rem/1.3 ui-serif, Georgia, serif; margin: 2.5rem 0 .5rem; }
p { margin: .5rem 0; } .lead { color: var(--soft); font-size: 1.1rem; }
a { color: var(--mark); text-underline-offset: .2em; }
pre { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: .9rem 1rem; margin: .6rem 0;
  white-space: pre-wrap; overflow-wrap: anywhere; font: .85rem/1.5 ui-monospace, monospace; }
code { font: .9em ui-monospace, monospace; overflow-wrap: anywhere; }
.links { display: flex; flex-wrap: wrap; gap: .6rem; margin: 1.5rem 0 0; padding: 0; list-style: none; }
.links a, button { display: inline-block; padding: .45rem .9rem; border: 1px solid var(--line); border-radius: .5rem;
  background: var(--card); color: var(--ink); text-decoration: none; font: inherit; cursor: pointer; }
.links a:hover, button:hover { border-color: var(--mark); color: var(--mark); }
form { display: flex; flex-wrap: wrap; gap: .6rem; margin: 1.5rem 0 0; } [hidden] { display: none !important; }
select { padding: .45rem .8rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--card);
  color: var(--ink); font: inherit; } .main { border-color: var(--mark); color: var(--mark); }
.main:hover { background: var(--mark); color: var(--paper); } .secret { font-size: 1rem; border-color: var(--mark); user-select: all; }
input { flex: 1; min-width: 14rem; padding: .45rem .8rem; border: 1px solid var(--line); border-radius: .5rem;
  background: var(--card); color: var(--ink); font: .9rem ui-monospace, monospace; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1.5rem; margin: 1.5rem 0; } dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
:focus-visible { outline: 2px solid var(--mark); outline-offset: 1px; }
footer { margin-top: 4rem; color: var(--soft); font-size: .9rem; }
`

export interface Page {
  title: string
  /** HTML; whatever comes from outside has been escaped. */
  body: string
  /** Runs in the page; may call this server and nobody else. */
  script?: string
  /** Has forms that are sent to this server. */
  forms?: true
}

const sourceOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const policy = ({ script, forms }: Page) =>
  [
    "default-src 'none'",
    `style-src ${sourceOf(STYLE)}`,
    'img-src data:',
    ...(script ? [`script-src ${sourceOf(script)}`, "connect-src 'self'"] : []),
    "base-uri 'none'",
    `form-action ${forms ? "'self'" : "'none'"}`,
    "frame-ancestors 'none'",
  ].join('; ')

/** Everything that does not depend on the request is put together once. */
export function compilePage(page: Page): (reply: FastifyReply) => FastifyReply {
  const { title, body, script } = page
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><main>${body}</main>${script ? `<script>${script}</script>` : ''}</body>
</html>
`
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy(page),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  }
  return (reply) => reply.headers(headers).send(html)
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!)
