// The frame in which diagrams are drawn. It has no origin, and a policy of its own: the library writes styles into its
// pictures, which no page of a site may.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Html, html, linkUrl } from '../../render/html/index.ts'
import { STATIC, type StaticFiles } from '../../server/static-files.ts'
import { sendPage, toDrawn } from '../replies.ts'
import type { SiteServices } from '../services.ts'
import type { VisitedSpace } from '../visit.ts'

const policyOf = (site: URL): string =>
  [
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src ${site.href}${STATIC}/`,
    "style-src 'unsafe-inline'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors 'self' ${site.origin}`,
  ].join('; ')

export async function sendDiagram(
  { staticFiles }: SiteServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { published }: VisitedSpace,
): Promise<FastifyReply> {
  const { text } = await drawDiagramFrame(staticFiles, published.site)
  const page = toDrawn(200, 'text/html; charset=utf-8', text, policyOf(new URL(published.site)))
  return sendPage(request, reply, page, { isPrivate: true })
}

export async function drawDiagramFrame(staticFiles: StaticFiles, site: string): Promise<Html> {
  const { library, script } = await staticFiles.diagrams()
  const file = (name: string) => linkUrl(`${site}${STATIC}/${name}`)
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="robots" content="noindex">
<title>Diagram</title>
</head>
<body>
<script src="${file(library)}"></script>
<script src="${file(script)}"></script>
</body>
</html>
`
}
