// Lists the scripts that active installations inject into published pages.
import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Scope } from '../../access/scopes.ts'
import type { Db, Row } from '../../db/tables.ts'
import type { Timestamp } from '../../lib/time.ts'
import type { Urls } from '../../server/urls.ts'
import { toPolicyText } from '../../shapes/content-security-policy.ts'
import type { Script } from '../../shapes/integration-activity.ts'
import type { ContentKind } from '../installations/index.ts'
import { contentEndpointOf, manifestOf } from '../integrations/index.ts'

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

/** Browsers cache scripts, so a new configuration changes the URL as a new version does. */
const versionOf = ({ version, configured_at }: Installed) => `${version}-${Date.parse(configured_at).toString(36)}`
