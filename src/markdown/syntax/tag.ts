// The `{% name … %}` line: a micromark flow construct and its mdast node. A line contains only tags, one or several;
// any other `{%` is text.

import type { CompileContext, Token } from 'mdast-util-from-markdown'
import type { Code, Construct, Effects, State, TokenizeContext } from 'micromark-util-types'
import type { Node } from 'unist'
import { type Attributes, readAttributes } from './attributes.ts'

export interface TagNode extends Node {
  type: 'tag'
  name: string
  attributes: Attributes
  value: string
  /** Text that only looks like a tag, or an unknown tag. */
  carrier?: boolean
  /** Set by the writer on tags that enclose content. */
  opens?: boolean
  closes?: boolean
}

declare module 'mdast' {
  interface RootContentMap {
    tag: TagNode
  }
}

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    tag: 'tag'
  }
}

const isEnd = (code: Code) => code === null || code < -2
const isSpace = (code: Code) => code === -2 || code === -1 || code === 32

function tokenizeTag(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
  return start

  function start(code: Code): State | undefined {
    effects.enter('tag')
    effects.consume(code)
    return percent
  }

  function percent(code: Code): State | undefined {
    if (code !== 37) return nok(code)
    effects.consume(code)
    return inside
  }

  function inside(code: Code): State | undefined {
    if (isEnd(code)) return nok(code)
    effects.consume(code)
    return code === 37 ? maybeClose : inside
  }

  function maybeClose(code: Code): State | undefined {
    if (code !== 125) return inside(code)
    effects.consume(code)
    effects.exit('tag')
    return after
  }

  function after(code: Code): State | undefined {
    if (isSpace(code)) return space(code)
    if (code === 123) return start(code)
    return isEnd(code) ? ok(code) : nok(code)
  }

  function space(code: Code): State | undefined {
    effects.enter('whitespace')
    return insideSpace(code)
  }

  function insideSpace(code: Code): State | undefined {
    if (isSpace(code)) {
      effects.consume(code)
      return insideSpace
    }
    effects.exit('whitespace')
    return after(code)
  }
}

export const tagFlow: Construct = { name: 'tagFlow', tokenize: tokenizeTag, concrete: true }

const tagPattern = /^\{%[+-]?\s*("[\s\S]*|[^\s"%]*)([\s\S]*?)[+-]?%\}$/

// The name of a tag is its first word: `{% endhint %}` is `endhint`. A tag without one, or with invalid attributes, has
// an empty name.
export function tagNode(value: string): TagNode {
  const [, name = '', rest = ''] = tagPattern.exec(value) ?? []
  const attributes = readAttributes(rest)
  const isKept = attributes && !(name.startsWith('end') && Object.keys(attributes).length)
  return isKept ? { type: 'tag', name, attributes, value } : { type: 'tag', name: '', attributes: {}, value }
}

// True for a single tag and nothing else, as the construct above would read it.
export function isTagLine(value: string): boolean {
  return /^\{%(?:(?!%\})[^\r\n])*%\}$/.test(value)
}

export const tagFromMarkdown = {
  enter: {
    tag(this: CompileContext, token: Token) {
      this.enter(tagNode(this.sliceSerialize(token)), token)
    },
  },
  exit: {
    tag(this: CompileContext, token: Token) {
      this.exit(token)
    },
  },
}
