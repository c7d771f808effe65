// Bounds on the constructs of a paragraph: those that look ahead to its end, or back to its start, on every attempt.

import * as commonmark from 'micromark-core-commonmark'
import type { Code, Construct, Effects, State, TokenizeContext } from 'micromark-util-types'
import { limits } from './limits.ts'

interface Spent {
  characters: number
  starts: number
  lookBack: number
  attention: number
  /** Open labels, innermost last. */
  labels: ('image' | 'link')[]
}

/** What each paragraph has spent of its budget: keeps hostile text linear. */
const spentBy = new WeakMap<TokenizeContext, Spent>()

function spent(context: TokenizeContext): Spent {
  const value = spentBy.get(context) ?? { characters: 0, starts: 0, lookBack: 0, attention: 0, labels: [] }
  spentBy.set(context, value)
  return value
}

// Characters read without success make look-ahead quadratic, so they are what is counted.
export function boundedAhead(construct: Construct): Construct {
  return { ...construct, name: `bounded-${construct.name}`, tokenize }

  function tokenize(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
    const budget = spent(this)
    if (budget.characters > limits.failedCharacters || budget.starts > limits.failedStarts) return nok
    const start = this.now().offset
    return construct.tokenize.call(this, effects, ok, (code: Code) => {
      const length = this.now().offset - start
      budget.characters += length
      if (length > 256) budget.starts++
      return nok(code)
    })
  }
}

// A closing bracket searches back for its opening one; unmatched opening brackets make that long.
export function boundedBack(construct: Construct): Construct {
  return {
    ...construct,
    tokenize(effects, ok, nok) {
      const budget = spent(this)
      let index = this.events.length
      while (index-- > 0 && budget.lookBack <= limits.lookBack) {
        budget.lookBack++
        if (opening.has(this.events[index]?.[1].type ?? '')) break
      }
      return budget.lookBack > limits.lookBack ? nok : construct.tokenize.call(this, effects, ok, nok)
    },
  }
}

const opening = new Set(['labelLink', 'labelImage', 'link', 'image'])
export const labelEnd = closingLabel(boundedBack({ ...commonmark.labelEnd, name: 'bounded-labelEnd' }))

function closingLabel(construct: Construct): Construct {
  return {
    ...construct,
    tokenize(effects, ok, nok) {
      spent(this).labels.pop()
      return construct.tokenize.call(this, effects, ok, nok)
    },
  }
}

// Runs of `*`, `_` and `~` are matched in pairs at the end of the paragraph: their number and length are bounded.
export function boundedAttention(construct: Construct): Construct {
  return { ...construct, name: `bounded-${construct.name}`, tokenize }

  function tokenize(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
    const budget = spent(this)
    if (budget.attention >= limits.attention) return nok
    const start = this.now().offset
    const within = (code: Code) => {
      if (this.now().offset - start > limits.attentionRun) return nok(code)
      budget.attention++
      return ok(code)
    }
    return construct.tokenize.call(this, effects, within, nok)
  }
}

// An image nested in the label of an image moves all content of the outer one.
export function boundedStart(construct: Construct, kind: 'image' | 'link'): Construct {
  return {
    ...construct,
    name: `bounded-${construct.name}`,
    tokenize(effects, ok, nok) {
      const budget = spent(this)
      const images = kind === 'image' ? budget.labels.filter((each) => each === kind).length : 0
      if (budget.attention >= limits.attention || images >= limits.images) return nok
      const counted = (code: Code) => {
        budget.attention++
        budget.labels.push(kind)
        return ok(code)
      }
      return construct.tokenize.call(this, effects, counted, nok)
    },
  }
}
