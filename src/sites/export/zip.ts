// Writes files into an archive as they come. Each is read when the one before it is written.
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { ExportedFile } from './files.ts'

/** Files that are compressed already. */
const COMPRESSED = /\.(?:woff2?|png|jpe?g|gif|webp|avif|mp4|webm|mp3|zip|gz|pdf)$/i

/** The archive as a stream. What goes wrong with a file ends the stream with that error. */
export function toZip(files: AsyncIterable<ExportedFile>, modifiedAt: Date): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const write = async () => {
    for await (const { name, bytes } of files) {
      if (output.destroyed) return
      const source = Readable.from(bytes instanceof Readable ? bytes : [bytes])
      zip.addReadStream(source, name, { mtime: modifiedAt, mode: 0o100644, compress: !COMPRESSED.test(name) })
      await finished(source, { writable: false })
    }
    zip.end()
  }
  write().catch((error: unknown) => output.destroy(error as Error))
  return output
}
