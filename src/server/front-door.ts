// What happens to a request before the framework sees it: it waits for its turn, and is answered at once if its reply is
// warm.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { FastifyServerOptions } from 'fastify'
import { clientHas } from '../lib/etags.ts'
import { limitHeaders, type RateLimit } from './rate-limit.ts'
import type { RecordReply } from './records.ts'
import { NO_HEADERS, replyWriter } from './reply-writer.ts'
import { createRequestScheduler } from './request-scheduler.ts'
import type { WarmReplies, WarmReply } from './warm-replies.ts'

declare module 'node:http' {
  interface IncomingMessage {
    /** From `performance.now()`. */
    arrivedAt?: number
  }
}

export interface DoorOptions {
  warmReplies: Pick<WarmReplies, 'find'> | undefined
  rateLimit: RateLimit | undefined
  newRequestId: (request: IncomingMessage) => string
  record: RecordReply
  /** The headers of every reply. */
  headers: Record<string, string>
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void

export interface Door {
  /** The server of the framework. */
  createServer(framework: Listener, options: FastifyServerOptions): Server
  /** From now on, the framework answers all requests: it ends their connections. */
  close(): void
}

export function answerAtTheDoor({ warmReplies, rateLimit, newRequestId, record, headers }: DoorOptions): Door {
  const paced = createRequestScheduler()
  const write = replyWriter(headers)
  const servers: Server[] = []
  let isOpen = true

  /** False if the caller has used up the limit, which the framework tells them. */
  const send = (request: IncomingMessage, response: ServerResponse, warm: WarmReply): boolean => {
    const { operationId, caller, etag, body } = warm
    const allowance = rateLimit?.count(caller.tokenId)
    if (allowance?.isExceeded) return false
    const isKnown = etag !== undefined && clientHas(request, etag)
    const id = newRequestId(request)
    const reply = { status: isKnown ? 304 : 200, location: null, body: isKnown ? null : body, etag }
    write(response, id, reply, allowance ? limitHeaders(allowance) : NO_HEADERS)
    const { url, headers, arrivedAt } = request
    record({ id, method: 'GET', url: url!, headers, caller, startedAt: arrivedAt! }, reply.status, operationId)
    return true
  }

  const answer = (request: IncomingMessage, response: ServerResponse, framework: Listener) => {
    const found = isOpen ? warmReplies?.find(request) : undefined
    if (!(found instanceof Promise)) {
      if (!found || !send(request, response, found)) framework(request, response)
      return
    }
    found.then(
      (warm) => {
        if (response.destroyed) return
        if (!warm || !isOpen || !send(request, response, warm)) framework(request, response)
      },
      // Whatever failed fails again, and the framework replies with it.
      () => framework(request, response),
    )
  }

  return {
    createServer(framework, { keepAliveTimeout, requestTimeout, connectionTimeout }) {
      const server = createServer((request, response) => {
        request.arrivedAt = performance.now()
        paced(() => answer(request, response, framework))
      })
      server.keepAliveTimeout = keepAliveTimeout!
      server.requestTimeout = requestTimeout!
      server.setTimeout(connectionTimeout)
      servers.push(server)
      return server
    },
    close() {
      isOpen = false
      // The framework closes those that listen.
      for (const server of servers) if (!server.listening) server.close()
    },
  }
}
