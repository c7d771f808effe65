// What happens to a request before the framework sees it: it waits for its turn, and is answered at once if its reply is
// warm.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { atEndOfTurn } from '../lib/end-of-turn.ts'
import { clientHas } from '../lib/etags.ts'
import { type MaybePromise, thenMaybe } from '../lib/maybe-promise.ts'
import { limitHeaders, type RateLimit } from './rate-limit.ts'
import type { RecordReply } from './records.ts'
import { NO_HEADERS, replyWriter } from './reply-writer.ts'
import { createRequestScheduler, type ScheduleRequest } from './request-scheduler.ts'
import type { WarmReplies, WarmReply } from './warm-replies.ts'

declare module 'node:http' {
  interface IncomingMessage {
    /** From `performance.now()`; absent if the request did not come through the door. */
    arrivedAt?: number
  }
}

/**
 * Shorter replies of a turn are sent one after the other at its end. Sending each as soon as it is found takes a fifth longer in
 * all: the client, if it is on this machine, falls asleep in between and has to be woken every time. Longer ones keep it busy.
 */
const MAX_SENT_TOGETHER = 32 * 1024

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
  /** Answers the requests of a server that has one listener: the framework. */
  guard(server: Server): void
  /** Lets requests begin that came another way. */
  paced: ScheduleRequest
  /** From now on, the framework answers all requests that come: it ends their connections. */
  close(): void
}

export function answerAtTheDoor({ warmReplies, rateLimit, newRequestId, record, headers }: DoorOptions): Door {
  const paced = createRequestScheduler()
  const write = replyWriter(headers)
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

  /** Whatever fails here fails in the framework again, which replies with it. */
  const find = (request: IncomingMessage): MaybePromise<WarmReply | undefined> => {
    if (!isOpen || !warmReplies) return undefined
    try {
      const found = warmReplies.find(request)
      return found instanceof Promise ? found.catch(() => undefined) : found
    } catch {
      return undefined
    }
  }

  const finish = (request: IncomingMessage, response: ServerResponse, warm: WarmReply, framework: Listener) => {
    if (response.destroyed) return
    // Once the server closes, nothing else comes on this connection.
    if (!isOpen) response.shouldKeepAlive = false
    if (!send(request, response, warm)) framework(request, response)
  }

  const later = atEndOfTurn()

  const answer = (request: IncomingMessage, response: ServerResponse, framework: Listener) =>
    thenMaybe(find(request), (warm) => {
      if (response.destroyed) return
      if (!warm) framework(request, response)
      else if (warm.body.length > MAX_SENT_TOGETHER) finish(request, response, warm, framework)
      else later(() => finish(request, response, warm, framework))
    })

  return {
    guard(server) {
      const [framework] = server.listeners('request') as Listener[]
      server.removeAllListeners('request')
      server.on('request', (request, response) => {
        request.arrivedAt = performance.now()
        paced(() => void answer(request, response, framework!))
      })
    },
    paced,
    close: () => {
      isOpen = false
    },
  }
}
