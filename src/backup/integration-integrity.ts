// Integrity checks of integrations; see `integrity.ts`.
import { type RawBuilder, sql } from 'kysely'
import { SCOPES } from '../access/scopes.ts'
import type { Db } from '../db/tables.ts'
import { lacksSignInIntegration } from '../domain/dispatch/index.ts'
import type { Picture } from '../domain/integrations/index.ts'

/** True if a JSON list has a scope that another one lacks. */
const exceeds = (list: string, other: string) =>
  sql.join(
    SCOPES.map(
      (scope) => sql`(${sql.ref(list)} like ${`%"${scope}"%`} and ${sql.ref(other)} not like ${`%"${scope}"%`})`,
    ),
    sql` or `,
  )

const installedOn = (kind: 'space' | 'site'): RawBuilder<{ sentence: string }> => sql`
  select ${`The installation `} || content.installation_id || ${` is on the ${kind} `} || there.id ||
    ' of another organization.' as sentence
  from ${sql.table(`integration_${kind}_installations`)} content
  join integration_installations installed on installed.id = content.installation_id
  join ${sql.table(`${kind}s`)} there on there.id = ${sql.ref(`content.${kind}_id`)}
  where there.organization_id <> installed.organization_id`

export const INTEGRATION_CHECKS: RawBuilder<{ sentence: string }>[] = [
  installedOn('space'),
  installedOn('site'),

  sql`
    select 'The installation ' || installed.id || ' has a token of another integration or organization.' as sentence
    from integration_installations installed
    join integrations on integrations.id = installed.integration_id join tokens on tokens.id = installed.token_id
    where tokens.user_id <> integrations.user_id or coalesce(tokens.organization_id, '') <> installed.organization_id`,

  sql`
    select 'The integration ' || integrations.name || ' acts as a member of the organization ' ||
      members.organization_id || '.' as sentence
    from integrations join members on members.user_id = integrations.user_id`,

  sql`
    select 'The external id ' || known.external_id || ' names no installation on a space or site.' as sentence
    from installation_external_ids known
    where (known.space_id is not null and not exists (select 1 from integration_space_installations content
        where content.installation_id = known.installation_id and content.space_id = known.space_id))
      or (known.site_id is not null and not exists (select 1 from integration_site_installations content
        where content.installation_id = known.installation_id and content.site_id = known.site_id))`,

  sql`
    select 'The installation ' || installed.id || ' has a scope that its integration does not request.' as sentence
    from integration_installations installed join integrations on integrations.id = installed.integration_id
    where ${exceeds('installed.scopes', 'integrations.scopes')}`,

  sql`
    select 'The cursor of the installation ' || installed.id || ' is beyond the end of the event log.' as sentence
    from integration_installations installed
    where installed.cursor >
      (select coalesce(max(sequence), 0) from events where events.organization_id = installed.organization_id)`,

  sql`
    select 'The event ' || event.id || ' is for an installation of another integration.' as sentence
    from integration_events event join integration_installations installed on installed.id = event.installation_id
    where installed.integration_id <> event.integration_id`,

  // No other check finds events that will never be delivered.
  sql`
    select 'The event ' || id || ' is queued without an installation or a time.' as sentence from integration_events
    where status = 'queued' and (installation_id is null or next_attempt_at is null or ended_at is not null)`,

  sql`
    select 'The event ' || id || ' has the status ' || status || ', which contradicts its other columns.' as sentence
    from integration_events
    where status <> 'queued' and (ended_at is null or attempts = 0 or (status = 'failed') <> (error is not null))`,

  sql`
    select 'The task ' || task.id || ' of the integration ' || integrations.name || ' has no job.' as sentence
    from integration_tasks task join integrations on integrations.id = task.integration_id
    where not exists (
      select 1 from jobs where jobs.kind = 'run-integration-task' and jobs.payload = '{"id":"' || task.id || '"}')`,

  sql`
    select 'The site ' || site_id || ' uses an integration for sign-in that is not installed for it.' as sentence
    from site_auth where ${lacksSignInIntegration}`,

  sql`
    select 'The site ' || site_id || ' names an integration but does not use it for sign-in.' as sentence
    from site_auth where backend = 'custom' and integration is not null`,
]

/** Adds the blobs of integrations to `blobs`, each with a description. */
export async function addIntegrationBlobs(db: Db, blobs: Map<string, string>): Promise<void> {
  const rows = await db.selectFrom('integrations').select(['name', 'script_blob', 'icon', 'preview_images']).execute()
  for (const { name, script_blob, icon, preview_images } of rows) {
    blobs.set(script_blob, `the script of ${name}`)
    const pictures = [...(icon === null ? [] : [JSON.parse(icon)]), ...JSON.parse(preview_images)] as Picture[]
    for (const { blob } of pictures) blobs.set(blob, `an image of ${name}`)
  }
}
