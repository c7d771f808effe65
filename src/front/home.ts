// The page at `/`: what this is, and what to do next.
import { VERSION } from '../lib/version.ts'
import type { Urls } from '../server/urls.ts'
import { compilePage, escapeHtml } from './page.ts'

export function homePage({ base, api }: Urls) {
  const shell = (text: string) => `<pre>${escapeHtml(text)}</pre>`
  const authorization = '-H "Authorization: Bearer $LECTERN_TOKEN"'
  return compilePage({
    title: 'Lectern',
    body: `
<h1>Lectern</h1>
<p class="lead">Your documentation, on your own machine. This server is up and speaks JSON over HTTP.</p>
<ul class="links">
  <li><a href="${escapeHtml(base)}/docs">API reference</a></li>
  <li><a href="${escapeHtml(base)}/openapi.json">OpenAPI description</a></li>
</ul>
<h2>1. Take your token</h2>
<p>The first start printed one in the terminal. Lost it? <code>npx lectern token create</code> makes another.</p>
${shell('export LECTERN_TOKEN=lct_…')}
<h2>2. See your organization</h2>
<p>Its <code>id</code> is what the next line needs.</p>
${shell(`curl ${authorization} ${api('/orgs')}`)}
<h2>3. Create a space</h2>
${shell(`curl ${authorization} \\
  --json '{"title": "Handbook"}' ${api('/orgs/<id>/spaces')}`)}
<h2>4. Look at what is there</h2>
${shell(`curl ${authorization} ${api('/orgs/<id>/spaces')}`)}
<footer>Lectern ${escapeHtml(VERSION)}</footer>`,
  })
}
