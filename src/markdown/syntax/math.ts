// TeX formulas: `$$ … $$` in a line, or a block between two `$$` lines. A single dollar is text.

import type { CompileContext, Token } from 'mdast-util-from-markdown'
import type { Code, Construct, Effects, State, TokenizeContext } from 'micromark-util-types'
import type { Node } from 'unist'

export interface MathNode extends Node {
  type: 'math'
  value: string
}
export interface InlineMathNode extends Node {
  type: 'inlineMath'
  value: string
}

declare module 'mdast' {
  interface RootContentMap {
    math: MathNode
    inlineMath: InlineMathNode
  }
  interface PhrasingContentMap {
    inlineMath: InlineMathNode
  }
}

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    mathFlow: 'mathFlow'
    mathFlowLine: 'mathFlowLine'
    mathFlowEol: 'mathFlowEol'
    mathText: 'mathText'
    mathTextMarker: 'mathTextMarker'
    mathTextData: 'mathTextData'
  }
}

const dollar = 36
const isEol = (code: Code) => code !== null && code < -2
const isSpace = (code: Code) => code === -2 || code === -1 || code === 32

function tokenizeText(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
  let empty = true
  return start

  function start(code: Code): State | undefined {
    effects.enter('mathText')
    effects.enter('mathTextMarker')
    effects.consume(code)
    return (next) => (next === dollar ? open(next) : nok(next))
  }

  function open(code: Code): State | undefined {
    effects.consume(code)
    effects.exit('mathTextMarker')
    return between
  }

  function between(code: Code): State | undefined {
    if (code === null) return nok(code)
    if (isEol(code)) {
      effects.enter('lineEnding')
      effects.consume(code)
      effects.exit('lineEnding')
      return between
    }
    if (code === dollar) return effects.attempt(closing, empty ? nok : ok, data)(code)
    return data(code)
  }

  function data(code: Code): State | undefined {
    empty = false
    effects.enter('mathTextData')
    effects.consume(code)
    return insideData
  }

  function insideData(code: Code): State | undefined {
    if (code === null || isEol(code) || code === dollar) {
      effects.exit('mathTextData')
      return between(code)
    }
    effects.consume(code)
    return insideData
  }
}

const closing: Construct = {
  partial: true,
  tokenize(effects, ok, nok) {
    return (code) => {
      effects.enter('mathTextMarker')
      effects.consume(code)
      return (next) => {
        if (next !== dollar) return nok(next)
        effects.consume(next)
        effects.exit('mathTextMarker')
        effects.exit('mathText')
        return ok
      }
    }
  },
}

function tokenizeFlow(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
  return start

  function start(code: Code): State | undefined {
    effects.enter('mathFlow')
    return effects.attempt(fence, lineEnd, nok)(code)
  }

  // An unclosed fence is not a formula: the dollars stay text and the rest keeps its meaning.
  function lineEnd(code: Code): State | undefined {
    return code === null ? nok(code) : effects.attempt(nonLazyEol, line, nok)(code)
  }

  function line(code: Code): State | undefined {
    return code === dollar ? effects.attempt(fence, done, content)(code) : content(code)
  }

  function content(code: Code): State | undefined {
    if (code === null || isEol(code)) return lineEnd(code)
    effects.enter('mathFlowLine')
    return insideLine(code)
  }

  function insideLine(code: Code): State | undefined {
    if (code === null || isEol(code)) {
      effects.exit('mathFlowLine')
      return lineEnd(code)
    }
    effects.consume(code)
    return insideLine
  }

  function done(code: Code): State | undefined {
    effects.exit('mathFlow')
    return ok(code)
  }
}

// A line with only `$$`.
const fence: Construct = {
  partial: true,
  tokenize(effects, ok, nok) {
    let count = 0
    return marker

    function marker(code: Code): State | undefined {
      if (code !== dollar || count === 2) return count === 2 ? trailing(code) : nok(code)
      if (count++ === 0) effects.enter('mathTextMarker')
      effects.consume(code)
      return marker
    }

    function trailing(code: Code): State | undefined {
      if (isSpace(code)) {
        effects.consume(code)
        return trailing
      }
      effects.exit('mathTextMarker')
      return code === null || isEol(code) ? ok(code) : nok(code)
    }
  },
}

const nonLazyEol: Construct = {
  partial: true,
  tokenize(effects, ok, nok) {
    return (code) => {
      effects.enter('mathFlowEol')
      effects.enter('lineEnding')
      effects.consume(code)
      effects.exit('lineEnding')
      effects.exit('mathFlowEol')
      return (next) => (this.parser.lazy[this.now().line] ? nok(next) : ok(next))
    }
  },
}

export const mathText: Construct = { name: 'mathText', tokenize: tokenizeText }
export const mathFlow: Construct = { name: 'mathFlow', tokenize: tokenizeFlow, concrete: true }

declare module 'mdast-util-from-markdown' {
  interface CompileData {
    mathLines?: string[]
  }
}

export const mathFromMarkdown = {
  enter: {
    mathFlow(this: CompileContext, token: Token) {
      this.data.mathLines = ['']
      this.enter({ type: 'math', value: '' }, token)
    },
    mathText(this: CompileContext, token: Token) {
      const source = this.sliceSerialize(token)
      this.enter({ type: 'inlineMath', value: source.slice(2, -2) }, token)
    },
  },
  exit: {
    mathFlowEol(this: CompileContext) {
      this.data.mathLines?.push('')
    },
    mathFlowLine(this: CompileContext, token: Token) {
      this.data.mathLines?.splice(-1, 1, this.sliceSerialize(token))
    },
    mathFlow(this: CompileContext, token: Token) {
      const node = this.stack[this.stack.length - 1] as unknown as MathNode
      node.value = (this.data.mathLines ?? []).slice(1, -1).join('\n')
      this.exit(token)
    },
    mathText(this: CompileContext, token: Token) {
      this.exit(token)
    },
  },
}
