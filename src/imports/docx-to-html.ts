// Converts a word processor document to HTML and its pictures.
import { sha256 } from '../lib/hash.ts'
import { BOUNDS } from './bounds.ts'
import { ImportFailure } from './model.ts'
import { ARCHIVE } from './url-index.ts'

const STYLES = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Subtitle'] => p:fresh",
  "p[style-name='Quote'] => blockquote:fresh",
  "p[style-name='Intense Quote'] => blockquote:fresh",
  "p[style-name='Code'] => pre:separator('\n')",
  "r[style-name='Code'] => code",
]

export interface Converted {
  html: string
  /** By their URL in the HTML. */
  pictures: Map<string, Uint8Array>
}

export async function convertDocx(bytes: Uint8Array): Promise<Converted> {
  // Loaded on demand, because it is large and only the thread needs it.
  const { default: mammoth } = await import('mammoth')
  const pictures = new Map<string, Uint8Array>()
  const convertImage = mammoth.images.imgElement(async (image) => {
    const picture = await image.readAsBuffer()
    // Pictures with the same content share one URL.
    const src = `https://${ARCHIVE}/pictures/${sha256(picture)}`
    if (!pictures.has(src)) pictures.set(src, picture)
    return { src }
  })
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const html = await orDamaged(mammoth.convertToHtml({ buffer }, { styleMap: STYLES, convertImage }))
  if (html.length > BOUNDS.bytesOfPage)
    throw new ImportFailure('The document is too large: split it and import its parts.')
  return { html, pictures }
}

async function orDamaged(converting: Promise<{ value: string }>): Promise<string> {
  try {
    return (await converting).value
  } catch {
    throw new ImportFailure('The document is damaged: open it, save it again and import that.')
  }
}
