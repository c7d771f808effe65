// The API reference at `/docs`. The viewer comes from a package and is served from here, so that the page works
// offline.
import { createReadStream } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { sha256 } from '../lib/hash.ts'
import { loadedOnce } from '../lib/later.ts'
import { PACKAGE_FOLDER } from '../lib/package-folder.ts'

/** The build has a copy. */
const viewer = new URL(
  import.meta.url.endsWith('.ts')
    ? 'node_modules/@scalar/fastify-api-reference/dist/js/standalone.js'
    : 'dist/api-viewer.js',
  PACKAGE_FOLDER,
)

const POLICY = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "frame-ancestors 'none'",
].join('; ')

const HTML = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,"><title>Lectern API</title></head>
<body>
<div id="reference"></div>
<script src="docs/viewer.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`

const START = `Scalar.createApiReference('#reference', {
  url: 'openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
})
`

/**
 * Serves the OpenAPI description (with an ETag: it only changes with the server version) and the pages that render it.
 * Building the description is slow, so the first request does it, in steps.
 */
export function serveReference(http: FastifyInstance, describe: () => Promise<Record<string, unknown>>): void {
  const described = loadedOnce(async () => written(await describe()))
  http.get('/openapi.json', async (request, reply) => {
    const { json, etag } = await described()
    reply.header('etag', etag)
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
    return reply.type('application/json; charset=utf-8').send(json)
  })
  http.get('/docs', (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', POLICY).send(HTML),
  )
  http.get('/docs/start.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(START))
  http.get('/docs/viewer.js', (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(createReadStream(viewer)),
  )
}

function written(description: Record<string, unknown>): { json: string; etag: string } {
  const json = JSON.stringify(description)
  return { json, etag: `"${sha256(json)}"` }
}
