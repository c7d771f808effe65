// The packet lines of Git's protocol: four hexadecimal digits with the total length, then the content.
import { GitFailure } from './failures.ts'

export const FLUSH = '0000'

export function packetLine(text: string): Buffer {
  const bytes = Buffer.from(text)
  return Buffer.concat([Buffer.from((bytes.length + 4).toString(16).padStart(4, '0')), bytes])
}

/** Yields the packet lines of a response. */
export async function* packetLines(body: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of body) {
    rest = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk])
    for (let length = lengthOf(rest); length <= rest.length; length = lengthOf(rest)) {
      yield rest.subarray(0, length)
      rest = rest.subarray(length)
    }
  }
  if (rest.length > 0) throw new GitFailure('The response is not from a Git server: check the URL.')
}

// Lengths below four are markers without content.
function lengthOf(bytes: Buffer): number {
  if (bytes.length < 4) return Number.POSITIVE_INFINITY
  const digits = bytes.toString('latin1', 0, 4)
  return Math.max(4, Number.parseInt(digits, 16))
}
