// The body of a request to a site, which no parser of the framework has read.
import type { FastifyRequest } from 'fastify'
import { problem } from '../errors.ts'
import { bytesOf } from '../server/request-bytes.ts'

export async function readBody({ raw }: FastifyRequest, maxBytes: number): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of bytesOf(raw)) {
    size += part.length
    if (size > maxBytes) throw problem('bodyTooLarge')
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}
