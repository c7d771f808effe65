// What is kept of a file of a specification, as bytes that can be moved between threads and stored as they are.
import { sha256 } from '../lib/hash.ts'
import { type ParsedFile, ParseFailure, parseFile } from './parse.ts'

export interface FileDigest extends Omit<ParsedFile, 'json'> {
  json: Uint8Array
  /** The whole answer to whoever asks for the raw content. */
  raw: Uint8Array
  /** Of the bytes as they came. */
  hash: string
}

/** Either the digest, or a sentence that says what is wrong with the file. */
export type Digested = FileDigest | { error: string }

export function digestFile(bytes: Uint8Array): Digested {
  try {
    const { text, json, ...parsed } = parseFile(bytes)
    const encoder = new TextEncoder()
    return {
      ...parsed,
      json: encoder.encode(json),
      raw: encoder.encode(JSON.stringify({ text, format: parsed.format })),
      hash: sha256(bytes),
    }
  } catch (error) {
    if (error instanceof ParseFailure) return { error: error.message }
    // Whatever a file makes the parser do is the file's fault, not ours.
    return { error: `The file cannot be read: ${(error as Error).message}.` }
  }
}
