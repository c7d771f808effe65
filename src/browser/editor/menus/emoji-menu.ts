// What `:` offers: emoji by name. `:rocket:` is taken at once.
import { editorWords } from '../../words-editor.ts'
import { insertInline } from '../inlines/inserting.ts'
import type { Choice, Trigger } from '../plugins/typed-menu.ts'

interface Emoji {
  emoji: string
  names: readonly string[]
  tags: readonly string[]
  description: string
}

const MAX_SHOWN = 20
const MIN_TYPED = 2

let known: readonly Emoji[] | undefined
let isLoading = false

async function load(arrived: () => void): Promise<void> {
  if (isLoading) return
  isLoading = true
  known = (await import('gemoji')).gemoji
  arrived()
}

const codeOf = (emoji: string): string => [...emoji].map((sign) => sign.codePointAt(0)!.toString(16)).join('-')

const choiceOf = ({ emoji, names, description }: Emoji): Choice => ({
  label: `:${names[0]}:`,
  lead: description,
  sign: emoji,
  choose: (view, from) => void insertInline(view, 'emoji', { code: codeOf(emoji) }, from),
})

/** Names that begin with it come first. */
const rank = ({ names, tags }: Emoji, typed: string): number =>
  names.includes(typed) ? 0 : names.some((name) => name.startsWith(typed)) ? 1 : tags.includes(typed) ? 2 : 3

export const emojiMenu: Trigger = {
  signs: ':',
  label: editorWords.blocks.emoji.label,
  find(typed, again) {
    const wanted = typed.toLowerCase()
    if (wanted.length < MIN_TYPED || !/^[\w+-]+$/.test(wanted)) return []
    if (!known) {
      void load(again)
      return []
    }
    return known
      .filter(({ names, tags }) => [...names, ...tags].some((name) => name.includes(wanted)))
      .sort((one, other) => rank(one, wanted) - rank(other, wanted))
      .slice(0, MAX_SHOWN)
      .map(choiceOf)
  },
  finish(typed) {
    const name = /^([\w+-]+):$/.exec(typed.toLowerCase())?.[1]
    const found = name === undefined ? undefined : known?.find(({ names }) => names.includes(name))
    return found && choiceOf(found)
  },
}
