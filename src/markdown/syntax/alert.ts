// `[!NOTE]`, alone on the first line of a paragraph: in a quote it says that the quote is a hint. Everywhere else, and
// where it is escaped, it is text.

import type { CompileContext, Token } from 'mdast-util-from-markdown'
import { normalizeIdentifier } from 'micromark-util-normalize-identifier'
import type { Code, Construct, Effects, State, TokenizeContext } from 'micromark-util-types'
import type { Node } from 'unist'

export interface AlertNode extends Node {
  type: 'alert'
  /** As it is written, with brackets. */
  value: string
}

declare module 'mdast' {
  interface RootContentMap {
    alert: AlertNode
  }
  interface PhrasingContentMap {
    alert: AlertNode
  }
}

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    alert: 'alert'
  }
}

const styles: Record<string, string> = {
  '[!NOTE]': 'info',
  '[!TIP]': 'success',
  '[!IMPORTANT]': 'info',
  '[!WARNING]': 'warning',
  '[!CAUTION]': 'danger',
}

/** The style of the hint. */
export const alertStyle = ({ value }: AlertNode): string => styles[value.toUpperCase()] ?? 'info'

const longest = Math.max(...Object.keys(styles).map((sign) => sign.length))
const isEnd = (code: Code) => code === null || code < -2
const isSpace = (code: Code) => code === -2 || code === -1 || code === 32

/** Nothing but spaces until the end of the line. */
const lineEnd: Construct = {
  partial: true,
  tokenize(effects, ok, nok) {
    return start

    function start(code: Code): State | undefined {
      if (isEnd(code)) return ok(code)
      if (!isSpace(code)) return nok(code)
      effects.enter('whitespace')
      return spaces(code)
    }

    function spaces(code: Code): State | undefined {
      if (isSpace(code)) {
        effects.consume(code)
        return spaces
      }
      effects.exit('whitespace')
      return isEnd(code) ? ok(code) : nok(code)
    }
  },
}

function tokenizeAlert(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
  const { defined } = this.parser
  let value = ''
  return start

  function start(code: Code): State | undefined {
    effects.enter('alert')
    return inside(code)
  }

  function inside(code: Code): State | undefined {
    if (code === null || code < 0 || value.length >= longest) return nok(code)
    value += String.fromCharCode(code).toUpperCase()
    effects.consume(code)
    if (code !== 93) return inside
    // A link by reference may have the same name.
    if (!Object.hasOwn(styles, value) || defined.includes(normalizeIdentifier(value.slice(1, -1)))) return nok
    effects.exit('alert')
    return effects.check(lineEnd, ok, nok)
  }
}

export const alert: Construct = { name: 'alert', tokenize: tokenizeAlert, previous: (code) => code === null }

export const alertFromMarkdown = {
  enter: {
    alert(this: CompileContext, token: Token) {
      this.enter({ type: 'alert', value: this.sliceSerialize(token) }, token)
    },
  },
  exit: {
    alert(this: CompileContext, token: Token) {
      this.exit(token)
    },
  },
}
