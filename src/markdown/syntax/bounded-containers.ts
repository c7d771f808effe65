// Bounds the depth of lists and quotes.

import type { Construct, Effects, State, TokenizeContext } from 'micromark-util-types'
import { TooDeep } from '../depth.ts'
import { limits } from './limits.ts'

/** How deep the current line of a tokenizer is: bounds hostile text. */
const depths = new WeakMap<TokenizeContext, { line: number; depth: number }>()

function deeper(context: TokenizeContext): { line: number; depth: number } {
  const line = context.now().line
  const state = depths.get(context) ?? { line, depth: 0 }
  depths.set(context, state)
  if (state.line !== line) Object.assign(state, { line, depth: 0 })
  return state
}

// Every open container is checked for every line, so the depth must not grow with the input.
export function boundedContainer(construct: Construct, deepest = limits.containers): Construct {
  const { continuation } = construct
  return {
    ...construct,
    name: `bounded-${construct.name}`,
    tokenize(effects, ok, nok) {
      const state = deeper(this)
      return construct.tokenize.call(this, effects, state.depth < deepest ? counting(state, ok) : refuse, nok)
    },
    continuation: continuation && {
      ...continuation,
      tokenize(effects, ok, nok) {
        return continuation.tokenize.call(this, reentrant(effects, construct), counting(deeper(this), ok), nok)
      },
    },
  }
}

const refuse: State = () => {
  throw new TooDeep()
}

const counting =
  (state: { depth: number }, ok: State): State =>
  (code) => {
    state.depth++
    return ok(code)
  }

// A container continues by running its own construct again, which is disabled by name; an unnamed copy is not.
function reentrant(effects: Effects, construct: Construct): Effects {
  const nameless: Construct = { ...construct, name: undefined }
  const attempt: Effects['attempt'] = (tried, ok, nok) =>
    effects.attempt(tried === construct ? nameless : tried, ok, nok)
  return { ...effects, attempt }
}
