// Every failure as the API writes it: `{error: {code, message, issues?}}`. Also what happens where no route is.
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
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
export function answerErrors(http: FastifyInstance, logger: Logger): AnswerFailure {
  const answer = answering(logger)
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
      .replace(/\/$/, '')
      .replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll(/:[^/]+/g, '[^/]+')
      .replaceAll('*', '.+')}/?$`,
  )

const answering =
  (logger: Logger): AnswerFailure =>
  (error, request, reply) => {
    const failure = toApiError(error)
    const { status, message, issues } = failure
    if (status >= 500)
      logger.error(
        { err: error, requestId: request.id, operationId: request.routeOptions.config?.operationId },
        'request failed',
      )
    if (status === 401) reply.header('www-authenticate', 'Bearer')
    return reply
      .code(status)
      .header('content-type', 'application/json; charset=utf-8')
      .send(
        JSON.stringify({ error: { code: status, message, issues, requestId: status >= 500 ? request.id : undefined } }),
      )
  }

const UNREADABLE: Record<string, readonly [number, string, string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'The URL and the headers are too long: shorten them.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'The request took too long to arrive: send it again.'],
}
const MALFORMED = [400, 'Bad Request', 'The request is not valid HTTP: check its first line and its headers.'] as const

/** Answers what is no request that the framework could handle, on the bare connection. */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const [code, reason, message] = UNREADABLE[error.code ?? ''] ?? MALFORMED
  const body = JSON.stringify({ error: { code, message } })
  const head = `HTTP/1.1 ${code} ${reason}\r\ncontent-type: application/json; charset=utf-8\r\nconnection: close`
  socket.end(`${head}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const known = FRAMEWORK_ERRORS[(error as FastifyError).code]
  if (known) return problem(known)
  return problem(isUnavailable(error) ? 'unavailable' : 'internal')
}
