// Reads bodies that the framework does not parse.
import type { IncomingMessage } from 'node:http'

/**
 * The bytes of a body. If the reader stops early, because they are too many, the rest is thrown away: otherwise it would stay on the
 * connection, and the next request would never be seen.
 */
export async function* bytesOf(request: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    yield* request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>
  } finally {
    request.resume()
  }
}
