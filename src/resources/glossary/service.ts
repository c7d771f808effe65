import type { Db } from '../../db/tables.ts'
import { ApiError, type Issue, problem } from '../../errors.ts'
import { newId } from '../../lib/ids.ts'
import { implement } from '../../server/operation.ts'
import {
  findEntry,
  insertEntries,
  listExistingIds,
  removeEntries,
  replaceTerms,
  type Terms,
  takeEntries,
  toEntries,
} from './queries.ts'
import { glossaryRoutes } from './routes.ts'
import type { GlossaryOperation } from './schemas.ts'

export const glossary = implement(glossaryRoutes, {
  async listGlossaryEntries({ db, organization, query, page, urls }) {
    const { rows, count, next } = await takeEntries(db, organization.id, query, page)
    return { items: await toEntries(db, rows, urls), count, next }
  },

  async updateGlossaryEntries({ db, organization, body, report }) {
    const { inserted, removed, terms } = await planUpdate(db, organization.id, body.operations)
    await insertEntries(db, organization.id, inserted)
    await removeEntries(db, removed)
    await replaceTerms(db, terms)
    const updated = [...terms.keys()].filter((id) => !inserted.includes(id))
    report({ data: { inserted, updated, removed }, changed: body.operations.length > 0 })
  },

  async getGlossaryEntry({ db, organization, params, urls }) {
    const entry = await findEntry(db, organization.id, params.glossaryEntryId)
    if (!entry) throw problem('notFound')
    return (await toEntries(db, [entry], urls))[0]!
  },
})

/** The combined effect of the operations, in order. Throws 400 with an issue for each unknown entry. */
async function planUpdate(db: Db, organizationId: string, operations: readonly GlossaryOperation[]) {
  const named = operations.flatMap((operation) => ('id' in operation ? operation.id : []))
  const known = await listExistingIds(db, organizationId, named)
  const plan = { inserted: [] as string[], removed: [] as string[], terms: new Map<string, Terms>() }
  const issues: Issue[] = []
  operations.forEach((operation, at) => {
    if (operation.type === 'insert') {
      const id = newId()
      plan.inserted.push(id)
      plan.terms.set(id, operation.translations)
    } else if (!known.has(operation.id)) {
      issues.push({ path: `operations.${at}.id`, message: 'is not an entry of this glossary' })
    } else if (operation.type === 'update') {
      plan.terms.set(operation.id, operation.translations)
    } else {
      known.delete(operation.id)
      plan.terms.delete(operation.id)
      plan.removed.push(operation.id)
    }
  })
  if (issues.length > 0) throw new ApiError('invalid', issues)
  return plan
}
