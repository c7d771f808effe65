// Builds Typst code. Code consists only of names and shapes written in this folder; user text enters through `str` as a
// string value, and a string cannot become code.

import { printable } from './printable.ts'

declare const typst: unique symbol

/** A Typst expression in code mode. Only this file creates one from text. */
export type Code = string & { readonly [typst]: true }

const code = (text: string): Code => text as Code

const ESCAPES: Record<string, string> = { '\\': '\\\\', '"': '\\"', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** A string literal with the printable part of `text`. */
export function str(text: string): Code {
  const escaped = (char: string) => ESCAPES[char] ?? `\\u{${char.codePointAt(0)!.toString(16)}}`
  return code(`"${printable(text).replace(/[\\"\p{Cc}]/gu, escaped)}"`)
}

export const num = (value: number): Code => code(Number.isFinite(value) ? value.toFixed(4) : '0')

export const int = (value: number): Code => code(String(Number.isFinite(value) ? Math.trunc(value) : 0))

export const bool = (value: boolean): Code => code(String(value))

export const NONE = code('none')

/** A length in points, as a share of the width (0 to 1), or as a fraction of the remaining width. */
export const points = (value: number): Code => code(`${num(value)}pt`)
export const share = (value: number): Code => code(`${num(value * 100)}%`)
export const fraction = (value: number): Code => code(`${num(value)}fr`)

type Named = Record<string, Code | undefined>

/** A call of a function of this folder or of Typst. */
export function call(name: string, args: readonly Code[] = [], named: Named = {}): Code {
  const pairs = Object.entries(named).flatMap(([key, value]) => (value === undefined ? [] : [`${key}: ${value}`]))
  return code(`${name}(${[...args, ...pairs].join(', ')})`)
}

/** A set rule for the rest of the scope. */
export const rule = (name: string, named: Named): Code => code(`set ${call(name, [], named)}`)

/** A sequence of content. */
export function all(parts: readonly Code[]): Code {
  if (parts.length === 0) return code('[]')
  return parts.length === 1 ? parts[0]! : code(`{${parts.join('; ')}}`)
}

export const array = (parts: readonly Code[]): Code => code(`(${parts.map((part) => `${part}, `).join('')})`)

/** A complete file: definitions, then content. */
export const file = (definitions: readonly string[], shown: readonly Code[]): string =>
  [...definitions, ...shown.map((each) => `#${each}`)].join('\n')
