// What a change request changes: a bar and a word at blocks, a background and a line at words.
import { blocksIn, dataOf, isSet, textIn } from '../../fields.ts'
import { type Code, call, NONE, str } from '../code.ts'
import type { Format } from '../contract.ts'
import { plain } from '../text.ts'

const KINDS = ['added', 'removed', 'edited', 'moved', 'restyled']

export const kindOf = (data: Record<string, unknown>): Code => {
  const kind = textIn(data, 'kind') ?? ''
  return str(KINDS.includes(kind) ? kind : 'edited')
}

const NAMES: Record<string, string> = {
  slug: 'Address',
  within: 'In',
  ref: 'Target',
  syntax: 'Language',
  view: 'Layout',
  alt: 'Alternative text',
  type: 'Kind',
}

const spelled = (name: string): string =>
  NAMES[name] ?? name.charAt(0).toUpperCase() + name.slice(1).replaceAll(/([a-z])([A-Z])/g, '$1 $2')

function noteOf(note: unknown): Code {
  const data = isSet(note) ? note : {}
  const value = (name: string) => {
    const text = textIn(data, name)
    return text === undefined || text === '' ? NONE : plain(text)
  }
  return call('change-note', [plain(spelled(textIn(data, 'name') ?? '')), value('before'), value('after')])
}

export const changed: Format = {
  layout: `
#let change-inks = (
  added: rgb("#1a7f45"), removed: rgb("#c0312b"), edited: rgb("#b26a00"), moved: rgb("#1d5fd0"), restyled: rgb("#7e22ce"),
)
#let change-words = (added: "Added", removed: "Removed", edited: "Edited", moved: "Moved", restyled: "Style changed")
#let change-note(name, before, after) = block(above: 0.4em, below: 0.4em, sticky: true, text(0.82em, {
  text(fill: dim, [#name: ])
  if before == none and after == none { [changed] }
  if before != none { strike(before); [ ] }
  if after != none { underline(after) }
}))
#let changed(kind, notes, it) = {
  let ink = change-inks.at(kind)
  barred(2pt + ink, (x: 8pt, y: 2pt), above: 1em, below: 1em, {
    block(above: 0pt, below: 0.5em, sticky: true, text(0.75em, fill: ink, weight: 700, change-words.at(kind)))
    notes
    // In a block of its own, what is first keeps no distance to the words above it.
    block(above: 0.5em, below: 0pt, width: 100%, it)
  })
}
#let changed-words(kind, it) = if kind == "added" {
  highlight(fill: rgb("#d9f2e1"), underline(stroke: 0.6pt + change-inks.added, it))
} else if kind == "removed" {
  highlight(fill: rgb("#fbdfdc"), strike(stroke: 0.6pt + change-inks.removed, it))
} else { underline(stroke: (paint: change-inks.restyled, thickness: 0.6pt, dash: "dotted"), it) }
// Formulas and pictures among words take neither a background nor a line of text.
#let changed-sign(kind, it) = {
  let grounds = (added: rgb("#d9f2e1"), removed: rgb("#fbdfdc"))
  let dash = if kind == "removed" { "dotted" } else { "solid" }
  let bar = (paint: change-inks.at(kind), thickness: 0.6pt, dash: dash)
  box(fill: grounds.at(kind, default: none), outset: (y: 2pt), stroke: (bottom: bar), it)
}
`,
  blocks: {
    changed: (block, context) => {
      const data = dataOf(block)
      const notes = Array.isArray(data.notes) ? data.notes : []
      return call('changed', [kindOf(data), call('pile', notes.map(noteOf)), context.within().blocks(blocksIn(block))])
    },
  },
  inlines: {
    changed: (inline, context) => call('changed-sign', [kindOf(dataOf(inline)), context.inlines(inline.nodes)]),
  },
}
