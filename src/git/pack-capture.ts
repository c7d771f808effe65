// Redirects the pack of a Git response into a file, so that it can be checked before the library unpacks it.
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import type { GitHttpResponse, HttpClient } from 'isomorphic-git'
import { packetLines } from './packet-lines.ts'

/** Wraps a client: packs go to the file, everything else to the library. */
export const capturePacks = (client: HttpClient, file: string): HttpClient => ({
  async request(asked) {
    const answer = await client.request(asked)
    const isPack = asked.url.endsWith('/git-upload-pack') && answer.statusCode === 200
    return isPack && answer.body ? { ...answer, body: withoutPack(answer.body, file) } : answer
  },
})

const PACK_DATA = 1

async function* withoutPack(body: NonNullable<GitHttpResponse['body']>, file: string): AsyncGenerator<Uint8Array> {
  const pack = createWriteStream(file, { flags: 'a' })
  try {
    await once(pack, 'open')
    for await (const line of packetLines(body)) {
      if (line[4] !== PACK_DATA) yield line
      else if (!pack.write(line.subarray(5))) await once(pack, 'drain')
    }
  } finally {
    pack.end()
    await once(pack, 'close')
  }
}
