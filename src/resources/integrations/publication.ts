// Publishes integrations. Pictures and the script go to the file store before the transaction, everything else into one
// row.
import type { Static } from 'typebox'
import type { Caller } from '../../access/caller.ts'
import { loadOrganization } from '../../access/loading/objects.ts'
import { authorize } from '../../access/loading/path-objects.ts'
import type { Objects } from '../../access/permissions.ts'
import type { Db } from '../../db/tables.ts'
import type { Picture } from '../../domain/integrations/index.ts'
import { ApiError, type Issue, problem } from '../../errors.ts'
import type { Files } from '../../files/files.ts'
import { fromBase64, storeBytes } from '../../files/new-file.ts'
import type { Vault } from '../../lib/sealing.ts'
import { ICON_LIMIT, type Manifest, type NewIntegration, PREVIEW_LIMIT } from '../../shapes/integrations.ts'

type Published = Static<typeof NewIntegration>

/** The publishing organization, by id or subdomain. */
export async function loadPublisher(db: Db, caller: Caller, named: string): Promise<Objects['organization']> {
  const row = await db
    .selectFrom('organizations')
    .select('id')
    .where((is) => is.or([is('id', '=', named), is('hostname', '=', named)]))
    .executeTakeFirst()
  if (!row) throw problem('notFound')
  const organization = await loadOrganization(db, caller, row.id)
  authorize('organization.admin', { organization })
  return organization
}

export interface StoredFiles {
  icon: Picture | null
  previewImages: Picture[]
  script: string
}

export async function storeFiles(
  { store }: Files,
  { icon, previewImages = [], script }: Published,
): Promise<StoredFiles> {
  const issues: Issue[] = []
  const picture = async (path: string, text: string, limit: number): Promise<Picture[]> => {
    const found = await storePicture({ store }, text, limit)
    if (typeof found !== 'string') return [found]
    issues.push({ path, message: found })
    return []
  }
  const [stored] = icon === undefined ? [] : await picture('icon', icon, ICON_LIMIT)
  const previews: Picture[] = []
  for (const [at, text] of previewImages.entries())
    previews.push(...(await picture(`previewImages.${at}`, text, PREVIEW_LIMIT)))
  if (issues.length > 0) throw new ApiError('invalid', issues)
  const { blob } = await store.put([Buffer.from(script)])
  return { icon: stored ?? null, previewImages: previews, script: blob }
}

const PICTURES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

/** Returns the stored picture, or a message that says what is wrong with it. */
async function storePicture({ store }: Pick<Files, 'store'>, text: string, limit: number): Promise<Picture | string> {
  const bytes = fromBase64(text)
  if (!bytes || bytes.length === 0) return 'must be a Base64-encoded picture'
  if (bytes.length > limit) return `must not be larger than ${limit / 1024} KiB`
  const { blob, contentType } = await storeBytes(store, { bytes: [bytes] })
  return PICTURES.includes(contentType) ? { blob: blob!, contentType } : 'must be a PNG, JPEG, GIF or WebP picture'
}

/** The columns that publishing sets. */
export function toPublication(
  name: string,
  organizationId: string,
  body: Published,
  { icon, previewImages, script }: StoredFiles,
  vault: Vault,
) {
  return {
    name,
    organization_id: organizationId,
    runtime: body.runtime ?? 'v1',
    title: body.title,
    visibility: body.visibility ?? 'private',
    target: body.target ?? 'all',
    manifest: JSON.stringify(manifestFrom(body)),
    scopes: JSON.stringify([...new Set(body.scopes)]),
    icon: icon && JSON.stringify(icon),
    preview_images: JSON.stringify(previewImages),
    script_blob: script,
    secrets: vault.seal(JSON.stringify(body.secrets ?? {})),
  } as const
}

const manifestFrom = (body: Published): Manifest => ({
  description: body.description,
  summary: body.summary,
  categories: [...new Set(body.categories ?? [])],
  blocks: body.blocks,
  contentSources: body.contentSources,
  configurations: body.configurations,
  externalLinks: body.externalLinks ?? [],
  contentSecurityPolicy: body.contentSecurityPolicy,
})
