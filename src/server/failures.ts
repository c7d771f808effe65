// Turns errors into replies of the form `{error: {code, message, issues?, conflicts?}}`, including requests without a route.
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { isUnavailable } from '../db/dialect.ts'
import { ApiError, type ErrorName, problem } from '../errors.ts'
import type { CountFailure } from './address-limit.ts'
import { withQueryIssues } from './input.ts'
import { operationIdOf } from './records.ts'

const FRAMEWORK_ERRORS: Record<string, ErrorName> = {
  FST_ERR_BAD_URL: 'malformedUrl',
  FST_ERR_MAX_PARAM_LENGTH: 'notFound',
  FST_ERR_CTP_BODY_TOO_LARGE: 'bodyTooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'notJson',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformedJson',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformedJson',
}

type ReplyWithError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply

/** Installs the error and not-found handlers; returns the error handler for errors before routing. */
export function handleErrors(http: FastifyInstance, logger: Logger, countFailure?: CountFailure): ReplyWithError {
  const replyWithError = createErrorReplier(logger, countFailure)
  const routes: ((path: string) => string[])[] = []
  http.addHook('onRoute', ({ method, url }) => void routes.push(methodsAt(url, [method].flat())))
  http.setErrorHandler((error, request, reply) => replyWithError(error, request, reply))
  http.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0]!
    const allowed = new Set(routes.flatMap((methodsAt) => methodsAt(path)))
    allowed.delete('OPTIONS')
    // A route that answers at another host only is not there.
    if (allowed.size === 0 || allowed.has(request.method)) return replyWithError(problem('notFound'), request, reply)
    return replyWithError(problem('methodNotAllowed'), request, reply.header('allow', [...allowed].sort().join(', ')))
  })
  return replyWithError
}

/** The pattern is made when it is first needed, which is after the start. */
function methodsAt(url: string, methods: string[]): (path: string) => string[] {
  let matches: RegExp | undefined
  return (path) => {
    matches ??= pattern(url)
    return matches.test(path) ? methods : []
  }
}

const pattern = (url: string) =>
  new RegExp(
    `^${url
      .replace(/\/$/, '')
      .replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll(/:[^/]+/g, '[^/]+')
      .replaceAll('*', '.+')}/?$`,
  )

/** The statuses that a client gets when it guesses tokens or paths. */
const COUNTED = new Set([401, 404])

const createErrorReplier =
  (logger: Logger, countFailure: CountFailure | undefined): ReplyWithError =>
  (error, request, reply) => {
    const first = toApiError(error, request)
    const failure =
      countFailure && COUNTED.has(first.status) ? toApiError(countFailure(request, reply, first), request) : first
    const { status, message, issues, conflicts } = failure
    if (status >= 500)
      logger.error({ err: error, requestId: request.id, operationId: operationIdOf(request) }, 'request failed')
    if (status === 401) reply.header('www-authenticate', 'Bearer')
    if (status === 413) dropBody(request, reply)
    return reply
      .code(status)
      .header('content-type', 'application/json; charset=utf-8')
      .send(
        JSON.stringify({
          error: { code: status, message, issues, conflicts, requestId: status >= 500 ? request.id : undefined },
        }),
      )
  }

/** Reads what is still to come. If the connection were closed before, clients that go on sending might not get the reply. */
function dropBody({ raw }: FastifyRequest, reply: FastifyReply): void {
  reply.removeHeader('connection')
  raw.resume()
}

const UNREADABLE: Record<string, readonly [number, string, string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'The URL and the headers are too long: shorten them.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'The request took too long to arrive: send it again.'],
}
const MALFORMED = [400, 'Bad Request', 'The request is not valid HTTP: check its first line and its headers.'] as const

/** Replies on the bare socket to input that the HTTP parser rejects. */
export function handleClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const [code, reason, message] = UNREADABLE[error.code ?? ''] ?? MALFORMED
  const body = JSON.stringify({ error: { code, message } })
  const head = `HTTP/1.1 ${code} ${reason}\r\ncontent-type: application/json; charset=utf-8\r\nconnection: close`
  socket.end(`${head}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
}

function toApiError(error: unknown, request: FastifyRequest): ApiError {
  if (error instanceof ApiError) return withQueryIssues(error, request)
  const known = FRAMEWORK_ERRORS[(error as FastifyError).code]
  if (known) return problem(known)
  if (isReplaced(error)) return problem('replaced')
  return problem(isUnavailable(error) ? 'unavailable' : 'internal')
}

/** True if a part of the server that is loaded when it is first needed is of another build, or gone. */
function isReplaced(error: unknown): boolean {
  const { code, message = '' } = (error ?? {}) as Partial<FastifyError>
  if (error instanceof SyntaxError) return message.includes('does not provide an export named')
  return code === 'ERR_MODULE_NOT_FOUND' && message.startsWith('Cannot find module')
}
