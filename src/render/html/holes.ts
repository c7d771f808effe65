// Finds out where each value of a template stands, and refuses places where escaped text would not be text.
import { isForbidden, isUrl } from './attributes.ts'

/** In text, in the value of an attribute, alone in an attribute that takes an address, or among the attributes. */
export type Hole = { kind: 'text' } | { kind: 'value' | 'url'; name: string } | { kind: 'tag' }

/** Elements whose content is not parsed as HTML: nothing may be put there. */
const RAW = /^(script|style|xmp|iframe|noembed|noframes|noscript|plaintext|template)$/

export function holesOf(strings: readonly string[]): readonly Hole[] {
  const scanner = createScanner()
  return strings.slice(0, -1).map((string, at) => {
    scanner.read(string)
    return scanner.hole(strings[at + 1]!)
  })
}

function createScanner() {
  let state: 'text' | 'tag' | 'value' = 'text'
  let tag = ''
  let attribute = ''
  let isAlone = false

  function readTag(string: string, at: number): number {
    const next = /["'>]/.exec(string.slice(at))
    if (!next) return string.length
    const end = at + next.index
    if (next[0] === "'") throw new TypeError('Attributes of a template are quoted with ".')
    if (next[0] === '>') state = 'text'
    else {
      attribute = /([a-z][a-z0-9-]*)="$/i.exec(string.slice(0, end + 1))?.[1]?.toLowerCase() ?? ''
      if (attribute === '' || isForbidden(attribute)) throw new TypeError(`A template cannot have ${attribute || '"'}.`)
      state = 'value'
      isAlone = end === string.length - 1
    }
    return end + 1
  }

  function read(string: string): void {
    for (let at = 0; at < string.length; ) {
      if (state === 'tag') at = readTag(string, at)
      else if (state === 'value') {
        const end = string.indexOf('"', at)
        isAlone = false
        if (end === -1) return
        state = 'tag'
        at = end + 1
      } else {
        const start = string.indexOf('<', at)
        if (start === -1) return
        tag = /^<([a-z][a-z0-9-]*)/i.exec(string.slice(start))?.[1]?.toLowerCase() ?? ''
        if (tag === '' && !/^<(\/[a-z]|!doctype )/i.test(string.slice(start)))
          throw new TypeError('A "<" in a template begins a tag.')
        state = 'tag'
        at = start + 1
      }
    }
  }

  function hole(next: string): Hole {
    if (state === 'tag') return { kind: 'tag' }
    if (state === 'text') {
      if (RAW.test(tag)) throw new TypeError(`A template cannot write into <${tag}>.`)
      return { kind: 'text' }
    }
    if (!isUrl(attribute)) return { kind: 'value', name: attribute }
    if (!isAlone || !next.startsWith('"')) throw new TypeError(`${attribute} takes one whole address.`)
    return { kind: 'url', name: attribute }
  }

  return { read, hole }
}
