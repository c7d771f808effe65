// The scripts that integrations put into published pages: those of active installations that were allowed to.
import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Scope } from '../../access/scopes.ts'
import type { Db, Row } from '../../db/tables.ts'
import type { Timestamp } from '../../lib/time.ts'
import type { Urls } from '../../server/urls.ts'
import type { ContentKind } from '../installations/content.ts'
import { toPolicyText } from '../integrations/policy.ts'
import { manifestOf } from '../integrations/queries.ts'
import { contentEndpointOf } from '../integrations/urls.ts'
import type { Script } from './schemas.ts'

type Installed = Pick<Row<'integrations'>, 'name' | 'version' | 'scopes' | 'manifest'> & {
  installation_id: string
  configured_at: Timestamp
}

export async function listScripts(
  db: Db,
  urls: Urls,
  kind: ContentKind,
  contentId: string,
): Promise<Static<typeof Script>[]> {
  const { rows } = await sql<Installed>`
    select integrations.name, integrations.version, installed.scopes, integrations.manifest, content.installation_id,
      case when content.updated_at > installed.updated_at then content.updated_at else installed.updated_at end
        as configured_at
    from ${sql.table(`integration_${kind}_installations`)} content
    join integration_installations installed on installed.id = content.installation_id
    join integrations on integrations.id = installed.integration_id
    where ${sql.ref(`content.${kind}_id`)} = ${contentId}
      and content.status = 'active' and installed.status = 'active'
    order by integrations.name`.execute(db)
  return rows.flatMap((row) => toScript(row, urls, kind, contentId))
}

function toScript(row: Installed, urls: Urls, kind: ContentKind, contentId: string): Static<typeof Script>[] {
  const scopes = JSON.parse(row.scopes) as Scope[]
  if (!scopes.includes(`${kind}:script:inject`)) return []
  const { contentSecurityPolicy } = manifestOf(row)
  const endpoint = contentEndpointOf(urls, row.name, row.installation_id, kind, contentId)
  return [
    {
      script: `${endpoint}/script.js?version=${versionOf(row)}`,
      contentSecurityPolicy: contentSecurityPolicy && toPolicyText(contentSecurityPolicy),
      cookies: scopes.includes(`${kind}:script:cookies`),
    },
  ]
}

/** Browsers keep scripts for long: what it was configured with makes another one of it, as a new version does. */
const versionOf = ({ version, configured_at }: Installed) => `${version}-${Date.parse(configured_at).toString(36)}`
