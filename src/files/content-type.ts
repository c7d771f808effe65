// Detects the type of a file by its bytes first and its name second. The type that the client states is ignored,
// because browsers act on the type of a download.
import { isUtf8 } from 'node:buffer'
import { typeBySignature } from './signatures.ts'

export const UNKNOWN = 'application/octet-stream'

export async function detectType(head: Buffer, name: string): Promise<string> {
  const { default: mime } = await import('mime')
  const byName = mime.getType(name) ?? undefined
  return typeBySignature(head, byName) ?? (isText(head) ? typeOfText(head, byName) : typeOfBinary(byName))
}

export async function extensionOf(type: string): Promise<string | undefined> {
  const { default: mime } = await import('mime')
  return mime.getExtension(type) ?? undefined
}

const TEXTUAL =
  /^text\/|^application\/((ld\+)?json|javascript|ecmascript|xml|toml|yaml|sql|x-sh|rtf|graphql)$|\+(json|xml)$/

// Markup types, which the text itself must confirm.
const MARKUP = /^text\/html$|\+xml$/

function typeOfText(head: Buffer, byName: string | undefined): string {
  if (byName && TEXTUAL.test(byName) && !MARKUP.test(byName)) return byName
  const text = head.toString('utf8').replace(/^\ufeff/, '')
  if (isSvg(text)) return 'image/svg+xml'
  if (isHtml(text)) return 'text/html'
  return byName && MARKUP.test(byName) && byName !== 'image/svg+xml' && text.trimStart().startsWith('<')
    ? byName
    : 'text/plain'
}

const PREAMBLE = /^(\s+|<\?xml[^>]*\?>|<!--[\s\S]*?-->|<!doctype\s{1,9}svg[^[>]*(\[[^\]]*\]\s*)?>)/i
const isSvg = (text: string): boolean => /^<svg[\s/>]/i.test(withoutPreamble(text))

const HTML = /^<(!doctype\s+html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p)[\s/>]/i
const isHtml = (text: string): boolean => HTML.test(withoutPreamble(text))

function withoutPreamble(text: string): string {
  let rest = text
  for (let found = PREAMBLE.exec(rest); found; found = PREAMBLE.exec(rest)) rest = rest.slice(found[0].length)
  return rest
}

// The name of an image or a font is not trusted without a matching signature.
const typeOfBinary = (byName: string | undefined): string =>
  byName && /^(application|audio|video|model)\//.test(byName) && !TEXTUAL.test(byName) ? byName : UNKNOWN

// The head may end within a character: up to three trailing bytes are ignored.
function isText(head: Buffer): boolean {
  if (/[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(head.toString('latin1'))) return false
  return [0, 1, 2, 3].some((cut) => isUtf8(head.subarray(0, Math.max(0, head.length - cut))))
}
