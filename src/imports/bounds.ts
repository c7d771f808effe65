// Limits of one import.
import { MINUTE, SECOND } from '../lib/time.ts'

const MIB = 1024 * 1024

export const BOUNDS = {
  /** Clients and proxies time out after much longer. */
  time: 2 * MINUTE,
  timeOfPages: 1.5 * MINUTE,
  timeOfRequest: 20 * SECOND,
  /** For reading one page or document, in a thread. */
  timeOfReading: 30 * SECOND,
  pages: 1000,
  files: 2000,
  /** Per server; further imports wait. */
  importsAtOnce: 2,
  importsWaiting: 50,
  requestsAtOnce: 4,
  /** One Markdown page, which is all text. */
  bytesOfMarkdown: 2 * MIB,
  /** One HTML page, which may embed pictures. */
  bytesOfPage: 5 * MIB,
  /** Elements in one HTML page. */
  elementsOfPage: 100_000,
  /** Links of one page that are followed. */
  linksOfPage: 5000,
  /** The XML text of a word processor document, unpacked. */
  bytesOfXml: 20 * MIB,
  bytesOfDocument: 200 * MIB,
  /** Opening and closing tags. */
  tagsOfDocument: 500_000,
  /** The text of all pages together. */
  bytesOfPages: 50 * MIB,
  bytesOfFile: 50 * MIB,
  /** An archive or document, as received. */
  bytesOfArchive: 100 * MIB,
  /** Everything that an import stores or unpacks. */
  bytes: 500 * MIB,
  entries: 20_000,
  /** Maximum compression ratio; text and pictures stay below it. */
  ratio: 200,
  failuresShown: 1000,
}
