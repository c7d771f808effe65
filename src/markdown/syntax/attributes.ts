// The attributes of a `{% … %}` tag: `key="value"`, bare words, and one quoted argument without a key. Quotes in a
// value are written `\"`; line ends and `%}` as hexadecimal character references.

export type Attributes = Record<string, string | true>

const pattern = /([^\s="]+)\s*=\s*"((?:\\.|[^"\\])*)"|([^\s="]+)\s*=\s*([^\s"]+)|"((?:\\.|[^"\\])*)"|([^\s"]+)|"/g

// The key of the quoted argument without a name, as in `{% include "path" %}`.
export const argument = ''

// Returns undefined for a duplicate key: one of its values would be lost.
export function readAttributes(source: string): Attributes | undefined {
  const attributes: Attributes = {}
  for (const [, key, quoted, bareKey, bare, unnamed, word] of source.matchAll(pattern)) {
    const name = key ?? bareKey ?? (unnamed === undefined ? word : argument)
    if (name === undefined) continue
    if (Object.hasOwn(attributes, name) || word?.includes('=')) return undefined
    attributes[name] = word === undefined ? decodeValue(quoted ?? bare ?? unnamed ?? '') : true
  }
  return attributes
}

export function writeTag(name: string, attributes: Record<string, string | number | boolean | undefined> = {}): string {
  const words = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => (key === argument ? quote(String(value)) : `${key}=${quote(String(value))}`))
  return `{% ${[name, ...words].join(' ')} %}`
}

const quote = (value: string) => `"${encodeValue(value)}"`

function decodeValue(value: string): string {
  return value
    .replace(/\\(["\\])/g, '$1')
    .replace(/&#x([0-9A-F]{1,6});/g, (_, hex: string) =>
      String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10ffff)),
    )
}

function encodeValue(value: string): string {
  return value
    .replace(
      /&(?=#x[0-9A-F]{1,6};)|[\r\n]|%(?=\})/g,
      (character) => `&#x${character.charCodeAt(0).toString(16).toUpperCase()};`,
    )
    .replace(/\\(?=["\\]|$)|"/g, '\\$&')
}
