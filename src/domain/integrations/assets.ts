// Serves images of integrations under an unguessable URL per version, without a token.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../../db/database.ts'
import type { Row } from '../../db/tables.ts'
import { problem } from '../../errors.ts'
import type { Files } from '../../files/files.ts'
import type { Urls } from '../../server/urls.ts'

/** A stored image. */
export interface Picture {
  blob: string
  contentType: string
}

type Pictured = Pick<Row<'integrations'>, 'id' | 'version' | 'icon' | 'preview_images'>

const keyOf = ({ signer }: Files, { id, version }: Pictured) => signer.sign('integration', id, String(version))

export function assetsOf(integration: Pictured, files: Files, urls: Urls) {
  const { id, version } = integration
  const assets = `${urls.base}/files/integrations/${id}/${version}/${keyOf(files, integration)}/`
  const pictures = picturesOf(integration)
  const previews = [...pictures.keys()].filter((name) => name !== ICON)
  return {
    assets,
    icon: pictures.has(ICON) ? assets + ICON : undefined,
    previewImages: previews.map((name) => assets + name),
  }
}

const ICON = 'icon'

/** By the name in the URL. */
function picturesOf({ icon, preview_images }: Pictured): Map<string, Picture> {
  const previews = (JSON.parse(preview_images) as Picture[]).map(
    (picture, at) => [`preview-${at + 1}`, picture] as const,
  )
  return new Map([...(icon === null ? [] : [[ICON, JSON.parse(icon) as Picture] as const]), ...previews])
}

export function serveIntegrationAssets(http: FastifyInstance, { read }: Database, files: Files): void {
  http.route({
    method: ['GET', 'HEAD'],
    url: '/files/integrations/:id/:version/:key/:name',
    exposeHeadRoute: false,
    config: { operationId: 'downloadIntegrationAsset', rateLimit: false },
    async handler(request, reply) {
      const picture = await findPicture(read, files, request)
      const stored = picture && (await files.store.find(picture.blob))
      if (!stored) throw problem('notFound')
      reply.headers({
        'content-type': picture.contentType,
        'content-length': stored.size,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'cross-origin',
        'content-security-policy': "default-src 'none'; sandbox",
      })
      return reply.send(request.method === 'HEAD' ? undefined : await stored.read())
    },
  })
}

async function findPicture(db: Database['read'], { signer }: Files, { params }: FastifyRequest) {
  const { id, version, key, name } = params as Record<'id' | 'version' | 'key' | 'name', string>
  if (!signer.isSigned(key, 'integration', id, version)) return undefined
  const integration = await db
    .selectFrom('integrations')
    .select(['id', 'version', 'icon', 'preview_images'])
    .where('id', '=', id)
    .where('version', '=', Number(version))
    .executeTakeFirst()
  return integration && picturesOf(integration).get(name)
}
