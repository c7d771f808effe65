// A repository whose default branch does not exist has no HEAD, which the library asks for although a branch was named.
import type { GitHttpResponse, HttpClient } from 'isomorphic-git'
import { FLUSH, packetLine, packetLines } from './packet-lines.ts'

/** Wraps a client: where a repository lists no HEAD, the named ref is it. */
export const withHead = (client: HttpClient, ref: string): HttpClient => ({
  async request(asked) {
    const answer = await client.request(asked)
    const isList = asked.url.includes('/info/refs') && answer.statusCode === 200
    return isList && answer.body ? { ...answer, body: completed(answer.body, ref) } : answer
  },
})

const OID = /^[0-9a-f]{40}(?= )/

async function* completed(body: NonNullable<GitHttpResponse['body']>, ref: string): AsyncGenerator<Uint8Array> {
  let named: string | undefined
  let hasHead = false
  for await (const line of packetLines(body)) {
    const [text = ''] = line.toString('utf8', 4).split('\0')
    if (text.trimEnd().endsWith(` ${ref}`)) named = OID.exec(text)?.[0]
    hasHead ||= text.trimEnd().endsWith(' HEAD')
    // The list ends with the first marker after a ref.
    if (named && !hasHead && line.toString('latin1') === FLUSH) yield packetLine(`${named} HEAD\n`)
    yield line
  }
}
