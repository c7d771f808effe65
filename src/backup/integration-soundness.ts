// What must hold between the rows of integrations; see `soundness.ts`.
import { type RawBuilder, sql } from 'kysely'

const installedOn = (kind: 'space' | 'site'): RawBuilder<{ sentence: string }> => sql`
  select ${`The installation `} || content.installation_id || ${` is on the ${kind} `} || there.id ||
    ', which is of another organization.' as sentence
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
]
