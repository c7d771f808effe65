// What can be done with the selected pages.
import { Icon } from '../../ui/icon.tsx'
import { words } from '../../words.ts'
import { askForPage } from './asking.ts'
import type { Page } from './content.ts'
import type { TreeEdits } from './tree-edits.tsx'

interface Props {
  selected: readonly Page[]
  edits: TreeEdits
  clear(): void
}

export function SelectionBar({ selected, edits, clear }: Props) {
  const isHidden = selected.every(({ hidden }) => hidden)
  const run = (work: () => Promise<void>) => () => {
    clear()
    void work()
  }
  return (
    <div class="chosen" role="toolbar" aria-label={words.tree.selection}>
      <span class="grow" role="status">
        {words.tree.selected(selected.length)}
      </span>
      <button type="button" class="btn s" onClick={() => askForPage({ about: 'move', pages: selected })}>
        {words.tree.move}
      </button>
      <button type="button" class="btn s" onClick={run(() => edits.hide(selected, !isHidden))}>
        {isHidden ? words.tree.show : words.tree.hide}
      </button>
      <button type="button" class="btn s" onClick={run(() => edits.remove(selected))}>
        {words.tree.remove}
      </button>
      <button type="button" class="btn bare icon s" aria-label={words.tree.clear} onClick={clear}>
        <Icon name="close" />
      </button>
    </div>
  )
}
