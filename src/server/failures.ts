// Every failure as the API writes it: `{error: {code, message, issues?}}`. Also what happens where no route is.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isUnavailable } from '../db/dialect.ts'
import { ApiError, type ErrorName, problem } from '../errors.ts'

const FRAMEWORK_ERRORS: Record<string, ErrorName> = {
  FST_ERR_BAD_URL: 'malformedUrl',
  FST_ERR_MAX_PARAM_LENGTH: 'notFound',
  FST_ERR_CTP_BODY_TOO_LARGE: 'bodyTooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'notJson',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformedJson',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformedJson',
}

type AnswerFailure = (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply

/** Installs the error and not-found answers; returns the first for errors that happen before routing. */
export function answerErrors(http: FastifyInstance): AnswerFailure {
  const routes: { methods: string[]; matches: RegExp }[] = []
  http.addHook('onRoute', ({ method, url }) => void routes.push({ methods: [method].flat(), matches: pattern(url) }))
  http.setErrorHandler((error, request, reply) => answer(error, request, reply))
  http.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0]!
    const allowed = new Set(routes.filter(({ matches }) => matches.test(path)).flatMap(({ methods }) => methods))
    allowed.delete('OPTIONS')
    if (allowed.size === 0) return answer(problem('notFound'), request, reply)
    return answer(problem('methodNotAllowed'), request, reply.header('allow', [...allowed].sort().join(', ')))
  })
  return answer
}

const pattern = (url: string) =>
  new RegExp(
    `^${url
      .replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll(/:[^/]+/g, '[^/]+')
      .replaceAll('*', '.+')}/?$`,
  )

const answer: AnswerFailure = (error, request, reply) => {
  const failure = toApiError(error)
  const { status, message, issues } = failure
  if (status >= 500)
    request.log.error({ err: error, operationId: request.routeOptions.config?.operationId }, 'request failed')
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  return reply
    .code(status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(
      JSON.stringify({ error: { code: status, message, issues, requestId: status >= 500 ? request.id : undefined } }),
    )
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const known = FRAMEWORK_ERRORS[(error as FastifyError).code]
  if (known) return problem(known)
  return problem(isUnavailable(error) ? 'unavailable' : 'internal')
}
