// Runs Lectern as the next version might be: with one more migration, of the kinds that may run beside this version.
import { sql } from 'kysely'
import { migrations } from '../src/db/migrations/index.ts'

Object.assign(migrations, {
  '9999-next-version': {
    async up(db: Parameters<(typeof migrations)[string]['up']>[0]) {
      await sql`alter table comments add column next_version text not null default 'x'`.execute(db)
      await sql`alter table spaces add column next_version text`.execute(db)
      await sql`create index comments_next_version on comments (next_version)`.execute(db)
      await sql`create table next_version (id text primary key, space_id text not null references spaces (id))`.execute(
        db,
      )
    },
  },
})

await import('../src/main.ts')
