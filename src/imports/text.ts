// Decodes bytes as text, in the declared encoding, without characters that the database cannot store.
import type { Fetched } from '../fetch/fetcher.ts'

export function toText(bytes: Buffer, charset?: string): string {
  const named = charset ?? /<meta[^>]{0,100}charset=["']?([\w-]+)/i.exec(bytes.toString('latin1', 0, 2048))?.[1]
  return decoderFor(named).decode(bytes).replaceAll('\0', '\uFFFD')
}

function decoderFor(charset = 'utf-8') {
  try {
    return new TextDecoder(charset)
  } catch {
    return new TextDecoder()
  }
}

export const charsetOf = ({ headers }: Fetched): string | undefined =>
  /charset=["']?([\w-]+)/i.exec(headers['content-type'] ?? '')?.[1]
