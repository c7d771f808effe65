// How much one import may take.
import { MINUTE, SECOND } from '../lib/time.ts'

const MIB = 1024 * 1024

export const BOUNDS = {
  /** Clients and proxies give up on an answer that takes much longer. */
  time: 2 * MINUTE,
  timeOfPages: 1.5 * MINUTE,
  timeOfRequest: 20 * SECOND,
  pages: 1000,
  files: 2000,
  /** On one server; further ones wait. */
  importsAtOnce: 2,
  requestsAtOnce: 4,
  /** One page of markdown, all of which is text. */
  bytesOfMarkdown: 2 * MIB,
  /** One page of HTML, which may have pictures in it. */
  bytesOfPage: 5 * MIB,
  /** All pages together, as text. */
  bytesOfPages: 50 * MIB,
  bytesOfFile: 50 * MIB,
  /** An archive or a document, as it comes. */
  bytesOfArchive: 100 * MIB,
  /** All that an import stores or unpacks. */
  bytes: 500 * MIB,
  entries: 20_000,
  /** What unpacks to more than so many times its size is no text and no picture. */
  ratio: 200,
  failuresShown: 1000,
}
