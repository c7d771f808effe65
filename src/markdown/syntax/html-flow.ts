// Blocks of HTML.

import * as commonmark from 'micromark-core-commonmark'
import type { Construct, Effects } from 'micromark-util-types'
import { CodeTracker } from './html-code.ts'
import { tagFlow } from './tag.ts'

// HTML that ends at a blank line also ends before a `{% … %}` line: `</figure>` and `{% endcolumn %}` are on
// consecutive lines. Neither ends code inside it.
export const htmlFlow: Construct = {
  ...commonmark.htmlFlow,
  name: 'bounded-htmlFlow',
  tokenize(effects, ok, nok) {
    const tracker = new CodeTracker()
    const check: Effects['check'] = (construct, yes, no) => {
      if (!isBlankLineBefore(construct)) return effects.check(construct, yes, no)
      const outside = effects.check(construct, yes, effects.check(tagLineBefore, yes, no ?? yes))
      return (code) => (tracker.inCode ? (no ?? yes)(code) : outside(code))
    }
    const consume: Effects['consume'] = (code) => {
      tracker.take(code === null || code < 0 ? '\n' : String.fromCharCode(code))
      effects.consume(code)
    }
    return commonmark.htmlFlow.tokenize.call(this, { ...effects, check, consume }, ok, nok)
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
