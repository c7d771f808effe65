// The attributes of a `{% … %}` tag: `key="value"`, bare words, and one quoted argument without a key. Quotes inside a
// value are written `\"`; what a line cannot hold (line ends, `%}`) is written as a hexadecimal character reference.

export type Attributes = Record<string, string | true>

const pattern = /([^\s="]+)="((?:\\.|[^"\\])*)"|([^\s="]+)=([^\s"]+)|"((?:\\.|[^"\\])*)"|([^\s"]+)|"/g

// The key of a quoted argument that has no name, as in `{% include "path" %}`.
export const argument = ''

export function readAttributes(source: string): Attributes {
  const attributes: Attributes = {}
  for (const [, key, quoted, bareKey, bare, unnamed, word] of source.matchAll(pattern)) {
    if (key !== undefined) attributes[key] = decodeValue(quoted ?? '')
    else if (bareKey !== undefined) attributes[bareKey] = decodeValue(bare ?? '')
    else if (unnamed !== undefined) attributes[argument] = decodeValue(unnamed)
    else if (word !== undefined) attributes[word] = true
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
