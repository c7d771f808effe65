import { findAdaptiveSchema, saveAdaptiveSchema, toAdaptiveSchema } from '../../domain/visits/index.ts'
import { ApiError, problem } from '../../errors.ts'
import { implement } from '../../server/operation.ts'
import { type AdaptiveSchema, issuesInSchema, UNSIGNED_DESCRIPTION } from '../../shapes/json-schema.ts'
import { adaptiveRoutes } from './routes.ts'
import { templateConditions } from './template-conditions.ts'

export const adaptive = implement(adaptiveRoutes, {
  async getSiteAdaptiveSchema({ db, site }) {
    const row = await findAdaptiveSchema(db, site.id)
    if (!row) throw problem('notFound')
    return toAdaptiveSchema(row)
  },

  async updateSiteAdaptiveSchema({ db, site, body }) {
    const issues = issuesInSchema(body.jsonSchema)
    if (issues.length > 0) throw new ApiError('invalid', issues)
    return toAdaptiveSchema(await saveAdaptiveSchema(db, site.id, described(body.jsonSchema)))
  },

  async listSiteAdaptiveTemplateConditions({ db, site }) {
    const row = await findAdaptiveSchema(db, site.id)
    return { items: row ? templateConditions(toAdaptiveSchema(row).jsonSchema) : [] }
  },
})

/** Gives the unsigned claims their standard description. */
function described(schema: AdaptiveSchema): AdaptiveSchema {
  const { unsigned } = schema.properties
  if (!unsigned) return schema
  return {
    ...schema,
    properties: { ...schema.properties, unsigned: { ...unsigned, description: UNSIGNED_DESCRIPTION } },
  }
}
