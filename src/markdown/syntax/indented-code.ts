// Code by indentation, with lists below it. The tokenizer takes such code for a paragraph, below which a list must begin
// with 1 and have no empty first item. CommonMark says so of paragraphs alone.

import { codeIndented } from 'micromark-core-commonmark'
import type { Construct, ConstructRecord, State } from 'micromark-util-types'

const indented: Construct = {
  ...codeIndented,
  tokenize(effects, ok, nok) {
    const then =
      (next: State): State =>
      (code) => {
        this._gfmTableDynamicInterruptHack = false
        return next(code)
      }
    // The name says what it was made for; all that it does is to let any list begin.
    this._gfmTableDynamicInterruptHack = true
    return codeIndented.tokenize.call(this, effects, then(ok), then(nok))
  },
}

export const indentedCode: ConstructRecord = { [-2]: indented, [-1]: indented, 32: indented }
