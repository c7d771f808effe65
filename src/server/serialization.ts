// Serializes replies by the shapes of their operations. Each serializer is compiled when it is first called, because most
// operations never are.
import fastJson, { type Schema } from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { recursiveSchemas, toJsonSchema } from './schemas.ts'

type Externals = Record<string, Schema>

export const compileSerializer: FastifySerializerCompiler<TSchema> = ({ schema }) => {
  let serialize: ((value: unknown) => string) | undefined
  return (value) => {
    serialize ??= fastJson(toJsonSchema(schema) as object, {
      schema: Object.fromEntries(recursiveSchemas()) as unknown as Externals,
    })
    return serialize(value)
  }
}
