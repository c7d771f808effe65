// Keeps parsing linear whatever the input. Some constructs look ahead to the end of a paragraph, or back to its start,
// each time they are tried; here every such construct has a budget a paragraph, and containers a greatest depth. Past
// it the characters are ordinary text, which loses nothing: the writer escapes them.

import * as commonmark from 'micromark-core-commonmark'
import type { Code, Construct, Effects, Event, Extension, State, TokenizeContext } from 'micromark-util-types'
import { tagFlow } from './tag.ts'

export const limits = {
  failedCharacters: 32_768,
  failedStarts: 512,
  lookBack: 65_536,
  attention: 1024,
  attentionRun: 64,
  containers: 96,
}

interface Spent {
  characters: number
  starts: number
  lookBack: number
  attention: number
}

const spentBy = new WeakMap<TokenizeContext, Spent>()

function spent(context: TokenizeContext): Spent {
  const value = spentBy.get(context) ?? { characters: 0, starts: 0, lookBack: 0, attention: 0 }
  spentBy.set(context, value)
  return value
}

// Text that markup failed in comes as many events in a row. Merged as soon as something else follows, they are few; the
// tokenizer would merge them at the end of the paragraph, moving all later events for each such row.
export function merging(construct: Construct): Construct {
  return {
    ...construct,
    resolveTo(events, context) {
      const resolved = construct.resolveTo?.(events, context) ?? events
      mergeBefore(resolved)
      return resolved
    },
  }
}

const isData = (event: Event | undefined) => event?.[1].type === 'data'

function mergeBefore(events: Event[]): void {
  const token = events.at(-1)?.[1]
  let end = events.length - 1
  while (end > 0 && !(events[end]?.[0] === 'enter' && events[end]?.[1] === token)) end--
  let start = end
  while (start >= 2 && isData(events[start - 1])) start -= 2
  if (end - start <= 2) return
  ;(events[start] as Event)[1].end = (events[end - 1] as Event)[1].end
  events.splice(start + 2, end - start - 2)
}

// The characters read in vain are what makes look-ahead quadratic, so they are what is counted.
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

// A bracket that closes looks back for the one that opened; brackets that opened nothing make it look far.
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
const labelEnd = boundedBack({ ...commonmark.labelEnd, name: 'bounded-labelEnd' })

// Runs of `*`, `_` and `~` are matched pair by pair once the paragraph ends: their number and length are bounded.
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

function boundedStart(construct: Construct): Construct {
  return {
    ...construct,
    name: `bounded-${construct.name}`,
    tokenize(effects, ok, nok) {
      const budget = spent(this)
      if (budget.attention >= limits.attention) return nok
      const counted = (code: Code) => {
        budget.attention++
        return ok(code)
      }
      return construct.tokenize.call(this, effects, counted, nok)
    },
  }
}

const depths = new WeakMap<TokenizeContext, { line: number; depth: number }>()

function deeper(context: TokenizeContext): { line: number; depth: number } {
  const line = context.now().line
  const state = depths.get(context) ?? { line, depth: 0 }
  depths.set(context, state)
  if (state.line !== line) Object.assign(state, { line, depth: 0 })
  return state
}

// Every open container is asked about every line, blank ones too, so depth must not grow with the input.
export function boundedContainer(construct: Construct): Construct {
  const { continuation } = construct
  return {
    ...construct,
    name: `bounded-${construct.name}`,
    tokenize(effects, ok, nok) {
      const state = deeper(this)
      return state.depth < limits.containers ? construct.tokenize.call(this, effects, counting(state, ok), nok) : nok
    },
    continuation: continuation && {
      ...continuation,
      tokenize(effects, ok, nok) {
        return continuation.tokenize.call(this, reentrant(effects, construct), counting(deeper(this), ok), nok)
      },
    },
  }
}

const counting =
  (state: { depth: number }, ok: State): State =>
  (code) => {
    state.depth++
    return ok(code)
  }

// A container continues by trying its own construct again, which is disabled by name; the copy without one is not.
function reentrant(effects: Effects, construct: Construct): Effects {
  const nameless: Construct = { ...construct, name: undefined }
  const attempt: Effects['attempt'] = (tried, ok, nok) =>
    effects.attempt(tried === construct ? nameless : tried, ok, nok)
  return { ...effects, attempt }
}

// HTML that ends at a blank line also ends where a `{% … %}` line begins: `</figure>` and `{% endcolumn %}` are
// written on consecutive lines.
const htmlFlow: Construct = {
  ...commonmark.htmlFlow,
  name: 'bounded-htmlFlow',
  tokenize(effects, ok, nok) {
    const check: Effects['check'] = (construct, yes, no) =>
      isBlankLineBefore(construct)
        ? effects.check(construct, yes, effects.check(tagLineBefore, yes, no ?? yes))
        : effects.check(construct, yes, no)
    return commonmark.htmlFlow.tokenize.call(this, { ...effects, check }, ok, nok)
  },
}

const isBlankLineBefore = (construct: unknown) => (construct as Construct).tokenize?.name === 'tokenizeBlankLineBefore'

const tagLineBefore: Construct = {
  partial: true,
  tokenize(effects, ok, nok) {
    return (code) => {
      effects.enter('lineEnding')
      effects.consume(code)
      effects.exit('lineEnding')
      return effects.attempt(tagFlow, ok, nok)
    }
  },
}

const renamed = (construct: Construct): Construct => ({ ...construct, name: `bounded-${construct.name}` })
const lineEnding = merging(renamed(commonmark.lineEnding))

export const bounds: Extension = {
  disable: {
    null: [
      'attention',
      'autolink',
      'blockQuote',
      'characterEscape',
      'characterReference',
      'codeText',
      'hardBreakEscape',
      'htmlFlow',
      'htmlText',
      'labelEnd',
      'labelStartImage',
      'labelStartLink',
      'lineEnding',
      'list',
    ],
  },
  document: {
    42: boundedContainer(commonmark.list),
    43: boundedContainer(commonmark.list),
    45: boundedContainer(commonmark.list),
    ...Object.fromEntries(Array.from({ length: 10 }, (_, digit) => [48 + digit, boundedContainer(commonmark.list)])),
    62: boundedContainer(commonmark.blockQuote),
  },
  flow: { 60: htmlFlow },
  string: { 38: renamed(commonmark.characterReference), 92: renamed(commonmark.characterEscape) },
  text: {
    [-5]: lineEnding,
    [-4]: lineEnding,
    [-3]: lineEnding,
    33: merging(boundedStart(commonmark.labelStartImage)),
    38: merging(renamed(commonmark.characterReference)),
    42: merging(boundedAttention(commonmark.attention)),
    60: [merging(boundedAhead(commonmark.autolink)), merging(boundedAhead(commonmark.htmlText))],
    91: merging(boundedStart(commonmark.labelStartLink)),
    92: [merging(renamed(commonmark.hardBreakEscape)), merging(renamed(commonmark.characterEscape))],
    93: merging(labelEnd),
    95: merging(boundedAttention(commonmark.attention)),
    96: merging(boundedAhead(commonmark.codeText)),
  },
}
