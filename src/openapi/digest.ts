// The digest of a specification file, as bytes that can be moved between threads and stored as they are.
import { sha256 } from '../lib/hash.ts'
import { type ParsedFile, ParseFailure, parseFile, type RequestedItem } from './parse.ts'
import { type Piece, piecesOf } from './pieces.ts'

export interface FileDigest extends Omit<ParsedFile, 'json'> {
  json: Uint8Array
  /** The complete reply for the raw content. */
  raw: Uint8Array
  /** The hash of the bytes as received. */
  hash: string
}

/** The digest, or a sentence that describes the error in the file. */
export type DigestResult = FileDigest | { error: string }

/** A file that was parsed, as JSON. */
export interface JsonFile {
  filename: string
  json: Uint8Array
}

/** Splits the files of a specification, the entry file first. */
export function splitFiles(files: readonly JsonFile[]): Piece[] {
  const decoder = new TextDecoder()
  return piecesOf(files.map(({ filename, json }) => ({ filename, value: JSON.parse(decoder.decode(json)) })))
}

export function digestFile(bytes: Uint8Array, wanted: readonly RequestedItem[]): DigestResult {
  try {
    const { text, json, ...parsed } = parseFile(bytes, wanted)
    const encoder = new TextEncoder()
    return {
      ...parsed,
      json: encoder.encode(json),
      raw: encoder.encode(JSON.stringify({ text, format: parsed.format })),
      hash: sha256(bytes),
    }
  } catch (error) {
    if (error instanceof ParseFailure) return { error: error.message }
    // Any error of the parser is caused by the file.
    return { error: `The file cannot be read: ${(error as Error).message}.` }
  }
}
