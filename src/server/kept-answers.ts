// Answers kept in memory, by URL and ETag: an ETag names the state of what is read, so what was answered once holds for
// everybody who may read it. Who may is decided before anybody looks here.

const CHARACTERS_KEPT = 32 * 1024 * 1024
const LONGEST_KEPT = 128 * 1024
const ENTRIES_KEPT = 20_000

/** Without its body it is only known that there is one: enough to tell a client that what it has still holds. */
export interface KeptAnswer {
  body: string | undefined
}

export interface KeptAnswers {
  find(url: string, etag: string): KeptAnswer | undefined
  keep(url: string, etag: string, body: string | undefined): void
}

export function createKeptAnswers(): KeptAnswers {
  const kept = new Map<string, KeptAnswer>()
  let characters = 0
  const remove = (key: string) => {
    characters -= kept.get(key)?.body?.length ?? 0
    kept.delete(key)
  }
  return {
    find: (url, etag) => kept.get(`${etag} ${url}`),
    keep(url, etag, body) {
      const key = `${etag} ${url}`
      remove(key)
      const short = body !== undefined && body.length <= LONGEST_KEPT ? body : undefined
      kept.set(key, { body: short })
      characters += short?.length ?? 0
      while (characters > CHARACTERS_KEPT || kept.size > ENTRIES_KEPT) remove(kept.keys().next().value!)
    },
  }
}
