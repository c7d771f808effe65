// Serializes replies by the shapes of their operations.
import fastJson, { type Schema } from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { recursiveSchemas, toJsonSchema } from './schemas.ts'

type Externals = Record<string, Schema>

export const compileSerializer: FastifySerializerCompiler<TSchema> = ({ schema }) =>
  fastJson(toJsonSchema(schema) as object, {
    schema: Object.fromEntries(recursiveSchemas()) as unknown as Externals,
  })
