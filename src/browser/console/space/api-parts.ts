// The operations, webhooks and schemas of an OpenAPI specification.
import { dataIn, isSet, textIn } from '../../../render/fields.ts'
import type { ApiPart } from '../../editor/index.ts'

const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace']

function operationsIn(paths: Record<string, unknown>, kind: 'operation' | 'webhook'): ApiPart[] {
  return Object.entries(paths).flatMap(([name, item]) =>
    METHODS.flatMap((method) => {
      const operation = isSet(item) ? item[method] : undefined
      if (!isSet(operation)) return []
      const lead = textIn(operation, 'summary') ?? textIn(operation, 'operationId')
      return [{ id: `${kind} ${method} ${name}`, title: `${method.toUpperCase()} ${name}`, lead, kind, method, name }]
    }),
  )
}

export function partsOf(specification: unknown): ApiPart[] {
  if (!isSet(specification)) return []
  const schemas = { ...dataIn(dataIn(specification, 'components'), 'schemas'), ...dataIn(specification, 'definitions') }
  return [
    ...operationsIn(dataIn(specification, 'paths'), 'operation'),
    ...operationsIn(dataIn(specification, 'webhooks'), 'webhook'),
    ...Object.entries(schemas).map(([name, schema]) => ({
      id: `schema ${name}`,
      title: name,
      lead: isSet(schema) ? textIn(schema, 'description') : undefined,
      kind: 'schema' as const,
      name,
    })),
  ]
}
