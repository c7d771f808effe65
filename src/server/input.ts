// What operations take, as the framework is told.
import type { FastifyRequest, preValidationHookHandler } from 'fastify'
import Type, { type TSchema } from 'typebox'
import { ApiError, problem } from '../errors.ts'
import { isStorable } from '../lib/text.ts'
import type { Operation } from './operation.ts'
import { pagingQuery } from './schemas.ts'

export function queryShape(operation: Operation): TSchema {
  const own = operation.query ?? Type.Object({})
  return operation.list ? Type.Object({ ...own.properties, ...pagingQuery(operation.pageSize).properties }) : own
}

/** What has to be looked at before the shapes. A body may be left out where an empty object would do. */
export const prepareInput: preValidationHookHandler = (request, _reply, done) => {
  const params = request.params as Record<string, string>
  if (!Object.values(params).every(isStorable)) return done(problem('notFound'))
  if (request.body === undefined && request.getValidationFunction('body')?.({}) === true) request.body = {}
  done()
}

/** The framework stops at the body; the issues of the query come with it. */
export function withQueryIssues(error: ApiError, request: FastifyRequest): ApiError {
  if ((error as { validationContext?: string }).validationContext !== 'body') return error
  const query = request.getValidationFunction('querystring')?.(request.query) as true | { error: ApiError } | undefined
  if (query === undefined || query === true) return error
  return new ApiError('invalid', [...(query.error.issues ?? []), ...(error.issues ?? [])])
}
