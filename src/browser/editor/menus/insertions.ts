// What `/` offers: every block that can be inserted, those used last first.
import type { NodeType, Schema } from 'prosemirror-model'
import { type EditorState, NodeSelection } from 'prosemirror-state'
import { editorWords } from '../../words-editor.ts'
import { insertBlock } from '../commands/block-commands.ts'
import type { Insertion } from '../contract.ts'
import { formats } from '../formats.ts'
import type { Choice, Trigger } from '../plugins/typed-menu.ts'

const MAX_SHOWN = 10
/** Shorter words are found at the start of a word only. */
const MIN_WITHIN = 3
const REMEMBERED = 'lectern.blocks'
const MAX_RECENT = 3

const all: readonly Insertion[] = formats.flatMap(({ insertions = [] }) => insertions)

const recent = (): string[] => {
  try {
    return JSON.parse(localStorage.getItem(REMEMBERED) ?? '[]')
  } catch {
    return []
  }
}

const remember = (label: string): void =>
  localStorage.setItem(
    REMEMBERED,
    JSON.stringify([label, ...recent().filter((other) => other !== label)].slice(0, MAX_RECENT)),
  )

/** Lower is better; undefined: it does not match. */
function rank({ label, lead, also }: Pick<Insertion, 'label' | 'lead' | 'also'>, typed: string): number | undefined {
  const name = label.toLowerCase()
  if (name.startsWith(typed)) return 0
  const wanted = typed.split(/[\s-]+/).map(singular)
  const begins = (text: string) => wanted.every((word) => text.split(/[\s-]/).some((known) => known.startsWith(word)))
  if (begins(name) || also.split(' ').includes(typed)) return 1
  if (begins(`${name} ${also}`)) return 2
  const isLong = typed.length >= MIN_WITHIN
  return isLong && `${name} ${lead} ${also}`.toLowerCase().includes(typed) ? 3 : undefined
}

/** So that `tasks` finds the task list. */
const singular = (word: string): string => (word.length > MIN_WITHIN ? word.replace(/s$/, '') : word)

export const matches = (choice: Pick<Insertion, 'label' | 'lead' | 'also'>, typed: string): boolean =>
  rank(choice, typed.trim().toLowerCase()) !== undefined

export function findInsertions(typed: string): Insertion[] {
  const wanted = typed.trim().toLowerCase()
  if (wanted === '') {
    const last = recent().flatMap((label) => all.filter((each) => each.label === label))
    return [...last, ...all.filter((each) => !last.includes(each))]
  }
  return all
    .flatMap((each) => {
      const found = rank(each, wanted)
      return found === undefined ? [] : [{ each, found }]
    })
    .sort((one, other) => one.found - other.found)
    .map(({ each }) => each)
    .slice(0, MAX_SHOWN)
}

/** Where a block begins that is selected, or has the cursor. */
function placeOf(type: NodeType | undefined, { selection }: EditorState): number | undefined {
  if (selection instanceof NodeSelection && selection.node.type === type) return selection.from
  const { $from } = selection
  for (let depth = $from.depth; depth > 0; depth--) if ($from.node(depth).type === type) return $from.before(depth)
  return undefined
}

const choiceOf = (insertion: Insertion, settings: (at: number) => void): Choice => ({
  ...insertion,
  choose(view, from) {
    view.dispatch(view.state.tr.delete(from, view.state.selection.from))
    let type: NodeType | undefined
    const create = (schema: Schema) => {
      const made = insertion.create(schema)
      type = made.type
      return made
    }
    insertBlock(create)(view.state, view.dispatch)
    remember(insertion.label)
    view.focus()
    const at = insertion.isAsking ? placeOf(type, view.state) : undefined
    if (at !== undefined) settings(at)
  },
})

/** `more` are choices that ask for something first; `settings` asks for those of a new block. */
export const insertions = (more: Trigger['find'], settings: (at: number) => void): Trigger => ({
  signs: '/',
  label: editorWords.insertMenu,
  none: editorWords.noMatch,
  takesSpaces: true,
  find: (typed, again) => [...findInsertions(typed).map((each) => choiceOf(each, settings)), ...more(typed, again)],
})
