// Emoji shortcodes, `:rocket:`; underscores may be escaped, `:white\_check\_mark:`. Documents identify an emoji by its
// code points (`1f680`); one without a shortcode is written as an element.

import { gemoji } from 'gemoji'
import type { CompileContext, Token } from 'mdast-util-from-markdown'
import type { Code, Construct, Effects, State, TokenizeContext } from 'micromark-util-types'
import type { Node } from 'unist'

export interface EmojiNode extends Node {
  type: 'emoji'
  code: string
  /** The shortcode, with colons. */
  value: string
}

declare module 'mdast' {
  interface RootContentMap {
    emoji: EmojiNode
  }
  interface PhrasingContentMap {
    emoji: EmojiNode
  }
}

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    emoji: 'emoji'
  }
}

const toCode = (emoji: string) => [...emoji].map((character) => character.codePointAt(0)?.toString(16)).join('-')

// Some writers omit the variation selector from a code.
const withoutVariation = (code: string) => code.replace(/-fe0f(?=-|$)/g, '')

const codes = new Map(gemoji.flatMap(({ emoji, names }) => names.map((name) => [name, toCode(emoji)] as const)))
const names = new Map(gemoji.map(({ emoji, names }) => [toCode(emoji), names[0] ?? ''] as const))
const shown = new Map(gemoji.map(({ emoji }) => [withoutVariation(toCode(emoji)), emoji] as const))
const byCode = /^u-([0-9a-f]+(?:-[0-9a-f]+)*)$/

export function emojiCode(name: string): string | undefined {
  return codes.get(name) ?? byCode.exec(name)?.[1]
}

/** Undefined if it has no shortcode. */
export const emojiName = (code: string): string | undefined => names.get(code)

/** True if a text is the emoji of a code. */
export const isEmojiText = (text: string, code: string): boolean =>
  text !== '' && withoutVariation(toCode(text)) === withoutVariation(code)

export function emojiText(code: string): string {
  const known = shown.get(withoutVariation(code))
  if (known) return known
  const points = code.split('-').map((part) => Number.parseInt(part, 16))
  return points.every((point) => point >= 0 && point <= 0x10ffff) ? String.fromCodePoint(...points) : ''
}

const longest = 64
const isName = (code: Code) =>
  code !== null && ((code > 47 && code < 58) || (code > 96 && code < 123) || code === 95 || code === 43 || code === 45)
const isWord = (code: Code) =>
  code !== null && ((code > 47 && code < 58) || (code > 64 && code < 91) || (code > 96 && code < 123))

function tokenizeEmoji(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
  let name = ''
  return start

  function start(code: Code): State | undefined {
    effects.enter('emoji')
    effects.consume(code)
    return inside
  }

  function inside(code: Code): State | undefined {
    if (code === 58 && emojiCode(name)) {
      effects.consume(code)
      effects.exit('emoji')
      return ok
    }
    if (code === 92 && name.length < longest) {
      effects.consume(code)
      return escaped
    }
    if (code === null || !isName(code) || name.length >= longest) return nok(code)
    name += String.fromCharCode(code)
    effects.consume(code)
    return inside
  }

  function escaped(code: Code): State | undefined {
    return code === 95 ? inside(code) : nok(code)
  }
}

// `12:30:45` and `a:b:c` are not shortcodes.
export const emoji: Construct = { name: 'emoji', tokenize: tokenizeEmoji, previous: (code) => !isWord(code) }

export const emojiFromMarkdown = {
  enter: {
    emoji(this: CompileContext, token: Token) {
      const value = this.sliceSerialize(token).replaceAll('\\', '')
      this.enter({ type: 'emoji', code: emojiCode(value.slice(1, -1)) ?? '', value }, token)
    },
  },
  exit: {
    emoji(this: CompileContext, token: Token) {
      this.exit(token)
    },
  },
}
