// The state of a site as a visitor sees it. It is part of the visitor's token, because clients cache replies by token:
// a new state means a new token, and so fresh content.
import { prepared } from '../../db/prepared.ts'
import type { Db, Row } from '../../db/tables.ts'
import type { Structure } from '../../domain/site-structure/index.ts'
import { sha256 } from '../../lib/hash.ts'

/** `structure` contains only what the visitor can see. */
export async function stateOf(db: Db, site: Row<'sites'>, structure: Structure): Promise<string> {
  const seen = new Set(structure.siteSpaces.map(({ space_id }) => space_id))
  const spaces = (await listSpaces(db, { site: site.id })).filter(({ id }) => seen.has(id))
  const specs = await listSpecs(db, { organization: site.organization_id })
  const scripts = await listScripted(db, { site: site.id })
  const { title, basename, hostname, proxy, visibility, adaptive_content, agents_context, customization } = site
  const settings = [title, basename, hostname, proxy, visibility, adaptive_content, agents_context, customization]
  return sha256(JSON.stringify([settings, structure, spaces, specs, scripts])).slice(0, 16)
}

const SHOWN = ['id', 'revision_id', 'title', 'emoji', 'icon_url', 'language'] as const

const listSpaces = prepared<{ site: string }, Pick<Row<'spaces'>, (typeof SHOWN)[number]>>((db, param) =>
  db
    .selectFrom('site_spaces')
    .innerJoin('spaces', 'spaces.id', 'site_spaces.space_id')
    .select(SHOWN.map((column) => `spaces.${column}` as const))
    .where('site_spaces.site_id', '=', param('site'))
    .orderBy('site_spaces.id'),
)

const listSpecs = prepared<
  { organization: string },
  Pick<Row<'openapi_specs'>, 'id' | 'last_version_id' | 'source_url'>
>((db, param) =>
  db
    .selectFrom('openapi_specs')
    .select(['id', 'last_version_id', 'source_url'])
    .where('organization_id', '=', param('organization'))
    .orderBy('id'),
)

interface Scripted {
  installation_id: string
  status: string
  updated_at: string
  configured_at: string
  version: number
}

const listScripted = prepared<{ site: string }, Scripted>((db, param) =>
  db
    .selectFrom('integration_site_installations as there')
    .innerJoin('integration_installations as installed', 'installed.id', 'there.installation_id')
    .innerJoin('integrations', 'integrations.id', 'installed.integration_id')
    .select(['there.installation_id', 'there.status', 'there.updated_at', 'integrations.version'])
    .select('installed.updated_at as configured_at')
    .where('there.site_id', '=', param('site'))
    .orderBy('there.installation_id'),
)
