// Answers kept in memory, by URL and ETag: an ETag names the state of what is read, so what was answered once holds for
// everybody who may read it. Who may is decided before anybody looks here.
import type { Body } from './answer.ts'

const SIZE_KEPT = 32 * 1024 * 1024
const LONGEST_KEPT = 128 * 1024
const ENTRIES_KEPT = 20_000

/** Without its body it is only known that there is one: enough to tell a client that what it has still holds. */
export interface KeptAnswer {
  body: Body | undefined
}

export interface KeptAnswers {
  find(url: string, etag: string): KeptAnswer | undefined
  keep(url: string, etag: string, body: Body | undefined): void
}

export function createKeptAnswers(): KeptAnswers {
  const kept = new Map<string, KeptAnswer>()
  let size = 0
  const remove = (key: string) => {
    size -= kept.get(key)?.body?.length ?? 0
    kept.delete(key)
  }
  // Who asks twice asks often: bytes are sent as they are.
  const encode = (answer: KeptAnswer) => {
    const bytes = Buffer.from(answer.body!)
    size += bytes.length - answer.body!.length
    answer.body = bytes
  }
  return {
    find(url, etag) {
      const answer = kept.get(`${etag} ${url}`)
      if (typeof answer?.body === 'string') encode(answer)
      return answer
    },
    keep(url, etag, body) {
      const key = `${etag} ${url}`
      remove(key)
      const short = body !== undefined && body.length <= LONGEST_KEPT ? body : undefined
      kept.set(key, { body: short })
      size += short?.length ?? 0
      while (size > SIZE_KEPT || kept.size > ENTRIES_KEPT) remove(kept.keys().next().value!)
    },
  }
}
