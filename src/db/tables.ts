// The tables as TypeScript sees them, a file a wing. Columns are text (ISO timestamps, JSON), whole numbers (booleans are
// 0 and 1) or bytes, so that a row means the same in SQLite and PostgreSQL and can be copied from one to the other.
import type { Insertable, Kysely, Selectable } from 'kysely'
import type { ContentTables } from './tables/content.ts'
import type { IntegrationsTables } from './tables/integrations.ts'
import type { PeopleTables } from './tables/people.ts'
import type { RecordsTables } from './tables/records.ts'
import type { ReviewingTables } from './tables/reviewing.ts'
import type { SitesTables } from './tables/sites.ts'

export type { InstallationStatus } from './tables/integrations.ts'
export type { DefaultLevel, Role } from './tables/values.ts'

export interface Tables
  extends PeopleTables,
    ContentTables,
    ReviewingTables,
    SitesTables,
    IntegrationsTables,
    RecordsTables {}

/** What queries run on: the reading side of the database, or a transaction of the writing side. */
export type Db = Kysely<Tables>

export type Row<Table extends keyof Tables> = Selectable<Tables[Table]>
export type NewRow<Table extends keyof Tables> = Insertable<Tables[Table]>
