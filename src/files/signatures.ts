// Detects file formats by their magic bytes, whatever the file name.

interface Signature {
  type: string
  at?: number
  /** The bytes as Latin-1 text. */
  bytes: string
}

const SIGNATURES: Signature[] = [
  { type: 'image/png', bytes: '\x89PNG\r\n\x1a\n' },
  { type: 'image/jpeg', bytes: '\xff\xd8\xff' },
  { type: 'image/gif', bytes: 'GIF87a' },
  { type: 'image/gif', bytes: 'GIF89a' },
  { type: 'image/webp', at: 8, bytes: 'WEBPVP8' },
  { type: 'image/tiff', bytes: 'II*\0' },
  { type: 'image/tiff', bytes: 'MM\0*' },
  { type: 'image/vnd.microsoft.icon', bytes: '\0\0\x01\0' },
  { type: 'image/avif', at: 4, bytes: 'ftypavif' },
  { type: 'image/avif', at: 4, bytes: 'ftypavis' },
  { type: 'image/heic', at: 4, bytes: 'ftyphei' },
  { type: 'image/heif', at: 4, bytes: 'ftypmif1' },
  { type: 'audio/mp4', at: 4, bytes: 'ftypM4A' },
  { type: 'video/quicktime', at: 4, bytes: 'ftypqt  ' },
  { type: 'video/mp4', at: 4, bytes: 'ftyp' },
  { type: 'video/webm', bytes: '\x1aE\xdf\xa3' },
  { type: 'audio/mpeg', bytes: 'ID3' },
  { type: 'audio/mpeg', bytes: '\xff\xfb' },
  { type: 'audio/ogg', bytes: 'OggS' },
  { type: 'audio/flac', bytes: 'fLaC' },
  { type: 'audio/wav', at: 8, bytes: 'WAVE' },
  { type: 'font/woff2', bytes: 'wOF2' },
  { type: 'font/woff', bytes: 'wOFF' },
  { type: 'font/otf', bytes: 'OTTO' },
  { type: 'font/ttf', bytes: '\0\x01\0\0' },
  { type: 'font/ttf', bytes: 'true' },
  { type: 'font/collection', bytes: 'ttcf' },
  { type: 'application/pdf', bytes: '%PDF-' },
  { type: 'application/gzip', bytes: '\x1f\x8b\x08' },
  { type: 'application/zip', bytes: 'PK\x03\x04' },
  { type: 'application/zip', bytes: 'PK\x05\x06' },
  { type: 'application/x-7z-compressed', bytes: '7z\xbc\xaf\x27\x1c' },
  { type: 'application/wasm', bytes: '\0asm' },
]

/** Container formats: only the file name determines the specific type. */
const CONTAINERS: Record<string, RegExp> = {
  'application/zip':
    /^application\/(vnd\.(openxmlformats|oasis|android)|epub\+zip|java-archive|vnd\.google-earth\.kmz)/,
  'application/gzip': /^application\/(x-)?(gzip|compressed-tar|tgz)/,
  'audio/ogg': /^(audio|video|application)\/(ogg|opus)$/,
  'video/webm': /^(video|audio)\/(webm|x-matroska|matroska)$/,
  'video/mp4': /^(video|audio)\/(mp4|x-m4v|3gpp2?|quicktime)$/,
}

/** The type by the first bytes; `byName` is the type by the file name. */
export function typeBySignature(head: Buffer, byName: string | undefined): string | undefined {
  const start = head.toString('latin1', 0, 32)
  const found = SIGNATURES.find(({ bytes, at = 0 }) => start.startsWith(bytes, at))?.type
  return found && byName && CONTAINERS[found]?.test(byName) ? byName : found
}
