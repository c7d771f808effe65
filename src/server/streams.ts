// Server-sent events. A stream is an operation that is called again each time that something was committed in one of its
// spaces, from where the last call ended: so the caller is authenticated and authorized anew for every event, and once more
// before it is shown.
import type { OutgoingHttpHeaders } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../db/database.ts'
import { hasUnnumberedEvents, numberEvents } from '../db/event-feed.ts'
import { SECOND } from '../lib/time.ts'

/** What an operation with `stream` replies. */
export interface LiveReply {
  /** Where to go on from. */
  next: string
  /** True if there are more events already. */
  more: boolean
  events: { id: string; [field: string]: unknown }[]
  presence: { space: string; [field: string]: unknown }[]
}

/** Authenticates the request again and calls the operation. */
export type Look = (request: FastifyRequest) => Promise<LiveReply>

export interface Streams {
  open(request: FastifyRequest, reply: FastifyReply, look: Look): Promise<void>
  /** Ends all streams. */
  stop(): void
}

/** Proxies must neither keep nor collect the events. The connection ends with them, so that a server can stop. */
const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
  connection: 'close',
}

/** How often a stream looks without being told to: for signals that were lost, rights that ended, people who left. */
const HEARTBEAT = 10 * SECOND
/** Streams of a user on this node. The oldest ends when there is another one: browsers may leave dead ones behind. */
const MAX_OF_USER = 10
/** How much may wait for a slow client. */
const MAX_WAITING_BYTES = 1024 * 1024

export function createStreams(database: Database, heartbeat = HEARTBEAT): Streams {
  const streams = new Set<Stream>()
  let isStopped = false
  database.onSpacesChanged((spaces) => {
    const concerned = [...streams].filter((stream) => stream.spaces.some((id) => spaces.has(id)))
    if (concerned.length === 0) return
    void number(database).then(() => {
      for (const stream of concerned) stream.look()
    })
  })
  return {
    async open(request, reply, look) {
      // Fails like the operation itself, before anything is sent.
      const first = await look(request)
      const stream = new Stream(request, reply, look, () => streams.delete(stream))
      const others = [...streams].filter(({ user }) => user === stream.user)
      if (others.length >= MAX_OF_USER) others[0]!.end()
      streams.add(stream)
      stream.start(first, heartbeat)
      if (isStopped) stream.end()
    },
    stop() {
      isStopped = true
      for (const stream of streams) stream.end()
    },
  }
}

// Events can be read once they have a number. On PostgreSQL they get it after the commit.
async function number(database: Database): Promise<void> {
  try {
    if (await hasUnnumberedEvents(database.read)) while (await database.write(numberEvents));
  } catch {
    // The next poll of the event feed numbers them.
  }
}

class Stream {
  readonly spaces: readonly string[]
  readonly user: string | undefined
  private readonly request: FastifyRequest
  private readonly reply: FastifyReply
  private readonly call: Look
  private readonly onEnd: () => void
  private readonly shown = new Map<string, string>()
  private timer: NodeJS.Timeout | undefined
  private isLooking = false
  private isAsked = false
  private isEnded = false

  constructor(request: FastifyRequest, reply: FastifyReply, call: Look, onEnd: () => void) {
    this.request = request
    this.reply = reply
    this.call = call
    this.onEnd = onEnd
    this.user = request.caller?.user?.id
    this.spaces = (request.query as { spaces?: string[] }).spaces ?? []
  }

  start(first: LiveReply, heartbeat: number): void {
    this.reply.hijack()
    this.reply.raw.writeHead(200, { ...(this.reply.getHeaders() as OutgoingHttpHeaders), ...HEADERS })
    this.reply.raw.on('close', () => this.end())
    this.write('retry: 2000\n\n')
    this.show(first)
    if (first.more) this.look()
    this.timer = setInterval(() => {
      this.write(': still here\n\n')
      this.look()
    }, heartbeat).unref()
  }

  /** Looks now, or once more if it is looking already. */
  look(): void {
    this.isAsked = true
    if (this.isLooking || this.isEnded) return
    this.isLooking = true
    void this.lookAll().finally(() => {
      this.isLooking = false
    })
  }

  private async lookAll(): Promise<void> {
    try {
      while (this.isAsked && !this.isEnded) {
        this.isAsked = false
        const found = await this.call(this.request)
        if (found.events.length > 0 && !(await this.isConfirmed(found))) this.isAsked = true
        else this.show(found)
        this.isAsked ||= found.more
      }
    } catch {
      // The caller may not read any more, or the server is busy: the client connects again, and is told.
      this.end()
    }
  }

  /**
   * Access may end after it was checked and before the events were read, and they may be newer than its end. So they are
   * shown only if they are still there for somebody whose access is checked afterwards.
   */
  private async isConfirmed({ events }: LiveReply): Promise<boolean> {
    const again = await this.call(this.request)
    return isDeepStrictEqual(again.events.slice(0, events.length), events)
  }

  private show({ next, events, presence }: LiveReply): void {
    const query = this.request.query as { after?: string }
    if (query.after === undefined && events.length === 0) this.write(`id: ${next}\nevent: ready\ndata: {}\n\n`)
    query.after = next
    for (const event of events) this.write(`id: ${event.id}\nevent: change\ndata: ${JSON.stringify(event)}\n\n`)
    for (const { space, ...rest } of presence) {
      const text = JSON.stringify({ space, ...rest })
      if (this.shown.get(space) === text) continue
      this.shown.set(space, text)
      this.write(`event: presence\ndata: ${text}\n\n`)
    }
  }

  private write(text: string): void {
    if (this.isEnded) return
    this.reply.raw.write(text)
    // Whoever reads too slowly connects again, and gets what is missing then.
    if (this.reply.raw.writableLength > MAX_WAITING_BYTES) this.end()
  }

  end(): void {
    if (this.isEnded) return
    this.isEnded = true
    clearInterval(this.timer)
    this.onEnd()
    this.reply.raw.end()
  }
}
