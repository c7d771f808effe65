// The types of all tables. Columns are text (ISO timestamps, JSON), integers (booleans are 0 and 1) or bytes, so that
// rows are identical in SQLite and PostgreSQL and can be copied between them.
import type { Insertable, Kysely, Selectable } from 'kysely'
import type { ContentTables } from './tables/content.ts'
import type { IntegrationsTables } from './tables/integrations.ts'
import type { PeopleTables } from './tables/people.ts'
import type { ProvisioningTables } from './tables/provisioning.ts'
import type { RecordsTables } from './tables/records.ts'
import type { ReviewTables } from './tables/reviews.ts'
import type { SitesTables } from './tables/sites.ts'

export type { InstallationStatus } from './tables/integrations.ts'
export type { DefaultLevel, Role } from './tables/values.ts'

export interface Tables
  extends PeopleTables,
    ProvisioningTables,
    ContentTables,
    ReviewTables,
    SitesTables,
    IntegrationsTables,
    RecordsTables {}

/** A connection for queries: the read connection, or a write transaction. */
export type Db = Kysely<Tables>

export type Row<Table extends keyof Tables> = Selectable<Tables[Table]>
export type NewRow<Table extends keyof Tables> = Insertable<Tables[Table]>
