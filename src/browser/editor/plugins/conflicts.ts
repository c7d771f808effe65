// Conflicts, shown in the text: below one's own words stands what somebody else wrote there, with the choice.
import type { Node } from 'prosemirror-model'
import { Plugin, PluginKey } from 'prosemirror-state'
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view'
import type { BlockConflict, Child } from '../../../engine/merge/block-conflict.ts'
import { type BlockChoice, chooseBlocks } from '../../../engine/merge/choose-blocks.ts'
import { textOf } from '../../../engine/text.ts'
import { newKey } from '../../random.ts'
import { editorWords } from '../../words-editor.ts'
import { readDocument } from '../document/reading.ts'
import { writeDocument } from '../document/writing.ts'
import { differences } from '../replace.ts'

interface Open {
  conflicts: readonly BlockConflict[]
  settled(): void
}

const key = new PluginKey<Open | null>('conflicts')

export function showConflicts(view: EditorView, conflicts: readonly BlockConflict[]): Promise<void> {
  return new Promise((settled) => view.dispatch(view.state.tr.setMeta(key, { conflicts, settled } satisfies Open)))
}

/** Where the blocks with these keys are: next to each other, as a conflict has them. */
function rangeOf(doc: Node, blocks: readonly Child[]): { from: number; to: number } | undefined {
  const keys = new Set(blocks.map((block) => block.key))
  let from = Infinity
  let to = -1
  doc.descendants((node, at) => {
    if (node.attrs.key && keys.has(node.attrs.key)) {
      from = Math.min(from, at)
      to = Math.max(to, at + node.nodeSize)
    }
    return !node.isTextblock
  })
  return to < 0 ? undefined : { from, to }
}

const textIn = (blocks: readonly Child[]): string => blocks.map((block) => textOf(block)).join('\n\n')

function choose(view: EditorView, conflict: BlockConflict, choice: BlockChoice): void {
  const open = key.getState(view.state)
  if (!open) return
  const chosen = chooseBlocks(writeDocument(view.state.doc), conflict, choice, newKey)
  const left = open.conflicts.filter((other) => other !== conflict)
  const transaction = differences(view.state.tr, readDocument(chosen))
  view.dispatch(transaction.setMeta(key, left.length > 0 ? { ...open, conflicts: left } : null))
  if (left.length === 0) open.settled()
  view.focus()
}

function card(view: EditorView, conflict: BlockConflict): HTMLElement {
  const { title, wrote, removed, mine, theirs, both } = editorWords.conflict
  const element = document.createElement('section')
  element.className = 'clash'
  element.contentEditable = 'false'
  element.setAttribute('aria-label', title)
  const heading = document.createElement('p')
  heading.append(Object.assign(document.createElement('strong'), { textContent: title }))
  const label = Object.assign(document.createElement('p'), { className: 'soft', textContent: wrote })
  const quote = document.createElement('blockquote')
  quote.textContent = conflict.theirs.length > 0 ? textIn(conflict.theirs) : removed
  const buttons = document.createElement('div')
  buttons.className = 'row'
  const choices: [BlockChoice, string][] = [
    ['ours', mine],
    ['theirs', theirs],
    ['both', both],
  ]
  for (const [choice, text] of choices) {
    if (choice === 'both' && (conflict.theirs.length === 0 || conflict.ours.length === 0)) continue
    const button = Object.assign(document.createElement('button'), {
      type: 'button',
      className: 'btn s',
      textContent: text,
    })
    button.addEventListener('click', () => choose(view, conflict, choice))
    buttons.append(button)
  }
  element.append(heading, label, quote, buttons)
  return element
}

export const conflicts = (): Plugin<Open | null> =>
  new Plugin<Open | null>({
    key,
    state: {
      init: () => null,
      apply: (transaction, open) => {
        const set = transaction.getMeta(key) as Open | null | undefined
        return set === undefined ? open : set
      },
    },
    props: {
      decorations(state) {
        const open = key.getState(state)
        if (!open) return null
        return DecorationSet.create(
          state.doc,
          open.conflicts.map((conflict, at) =>
            Decoration.widget(rangeOf(state.doc, conflict.ours)?.to ?? 0, (view) => card(view, conflict), {
              side: 1,
              key: `conflict ${at} ${textIn(conflict.theirs)}`,
              stopEvent: () => true,
            }),
          ),
        )
      },
    },
  })
