// Each fast path, the operations it is for, and the edits of the sources that take it out. docs/FAST-PATHS.md describes
// them.

export type WorkName =
  | 'site page'
  | 'getSpaceById'
  | 'getPageById'
  | 'getPageByPath'
  | 'listCommentsInSpace'
  | 'postCommentInSpace'

/** An edit: a text of a file below `src`, and what stands there without the fast path. */
export interface Removal {
  file: string
  from: string
  to: string
}

const DIRECT_REPLY = `    write(this.raw, this.request.id, result, this.hasHeader('ratelimit-limit') ? headersOf(this) : NO_HEADERS)
`

const FRAMEWORK_REPLY = `    const { status, location, body, etag, cacheControl } = result
    this.code(status)
    if (etag) this.header('etag', etag)
    if (cacheControl) this.header('cache-control', cacheControl)
    if (location) this.header('location', location)
    if (body === null) this.send()
    else this.type('application/json; charset=utf-8').send(body)
    return void write
`

/** `lookup` ends with the key. */
const noCacheHit = (file: string, lookup: string): Removal => ({
  file,
  from: lookup,
  to: lookup.replace('key)', "'')"),
})

export interface FastPath {
  works: readonly WorkName[]
  removals: readonly Removal[]
}

export const FAST_PATHS: Record<string, FastPath> = {
  // The same sources twice: shows how far apart two processes are.
  'no change': { works: ['getSpaceById', 'postCommentInSpace'], removals: [] },
  'reply writer': {
    works: ['getSpaceById', 'postCommentInSpace'],
    removals: [{ file: 'server/reply-writer.ts', from: DIRECT_REPLY, to: FRAMEWORK_REPLY }],
  },
  'row cache': {
    works: ['getSpaceById', 'postCommentInSpace'],
    removals: [
      {
        file: 'db/sqlite/row-cache.ts',
        from: 'if (this.#isBeingWritten()) return',
        to: 'if (this.#isBeingWritten() || parameters) return',
      },
    ],
  },
  'reply cache': {
    works: ['getPageById'],
    removals: [noCacheHit('server/reply-cache.ts', 'const entry = cache.get(key)')],
  },
  'page cache': {
    works: ['getPageByPath'],
    removals: [noCacheHit('domain/revisions/page-cache.ts', 'const known = cache.get(key)')],
  },
  'memo of rows with roles': {
    works: ['getSpaceById', 'postCommentInSpace'],
    removals: [
      {
        file: 'access/loading/objects.ts',
        from: 'if (known?.role === role)',
        to: 'if (known?.role === role && !role)',
      },
    ],
  },
  'memo of spaces': {
    works: ['getSpaceById'],
    removals: [
      {
        file: 'domain/spaces/presenter.ts',
        from: 'before.urls === urls) return',
        to: 'before.urls === urls && !urls) return',
      },
    ],
  },
  'kept replies': {
    works: ['listCommentsInSpace'],
    removals: [noCacheHit('server/kept-replies.ts', 'const known = cache.get(state, key)')],
  },
  'memo of serialized results': {
    works: ['getSpaceById'],
    removals: [
      {
        file: 'server/reply.ts',
        from: 'Object.isFrozen(result)) cache.set',
        to: 'Object.isFrozen(0) === null) cache.set',
      },
    ],
  },
  'warm pages': {
    works: ['site page'],
    removals: [
      {
        file: 'sites/index.ts',
        from: 'const isSent = warm.send(request, reply)',
        to: 'const isSent: boolean | Promise<boolean> = false',
      },
    ],
  },
  'group commit': {
    works: ['postCommentInSpace'],
    removals: [{ file: 'db/sqlite/group-commit.ts', from: 'GROUP_COMMIT_MAX = 100', to: 'GROUP_COMMIT_MAX = 1' }],
  },
}
