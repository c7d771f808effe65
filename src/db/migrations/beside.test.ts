// Migrations run while nodes of the version before are at work, so they only add: what those nodes read and write stays.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Released before this was a rule. */
const LAST_WITHOUT_RULE = '0029'

/** Nothing runs beside a node on SQLite, and on PostgreSQL views take the place of the tables: `lean.test.ts` reads them. */
const REPLACES = '0059-lean.ts'

const files = readdirSync('src/db/migrations').filter(
  (name) => /^\d{4}-.*\.ts$/.test(name) && name.slice(0, 4) > LAST_WITHOUT_RULE && name !== REPLACES,
)

const TAKES_AWAY =
  /\.(dropColumn|dropTable|renameColumn|renameTo|alterColumn|dropConstraint)\(|\b(drop|rename) (table|column)\b/i

test.each(files)('%s takes nothing away', (file) => {
  const [up] = readFileSync(`src/db/migrations/${file}`, 'utf8').split(/\bdown\b/)
  expect(TAKES_AWAY.exec(up!)?.[0]).toBeUndefined()
})

test.each(files)('%s adds to tables only columns that old nodes can leave out', (file) => {
  const code = readFileSync(`src/db/migrations/${file}`, 'utf8')
  const added = [...code.matchAll(/alterTable\([\s\S]*?\.execute\(/g)].flatMap(([change]) =>
    change.split('addColumn(').slice(1),
  )
  expect(added.filter((column) => column.includes('notNull()') && !column.includes('defaultTo('))).toEqual([])
})
