// Reads bodies that the framework does not parse.
import type { IncomingMessage } from 'node:http'

/**
 * The bytes of a body. If the reader stops early, because there are too many, the rest is thrown away. Otherwise it would
 * stay on the connection, and the server would never see the next request.
 */
export async function* bytesOf(request: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    yield* request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>
  } finally {
    request.resume()
  }
}
