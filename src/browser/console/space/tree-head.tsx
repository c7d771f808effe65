// Above the tree: adding to it, and in a draft the filter for what is changed.
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { words } from '../../words.ts'
import { askForPage } from './asking.ts'
import type { Page } from './content.ts'
import type { TreeEdits } from './tree-edits.tsx'

interface Props {
  pages: readonly Page[]
  edits: TreeEdits | undefined
  /** How many pages a draft changed. */
  changed: number
  isFiltered: boolean
  filter(): void
}

export function TreeHead({ pages, edits, changed, isFiltered, filter }: Props) {
  return (
    <header>
      <h2 class="grow">{words.space.pages}</h2>
      {(changed > 0 || isFiltered) && (
        <button type="button" class="btn bare s" aria-pressed={isFiltered} onClick={filter}>
          {words.tree.changed}
          <span class="count">{changed}</span>
        </button>
      )}
      {edits && (
        <>
          <Menu
            class="btn bare icon s"
            label={words.tree.addOther}
            items={[
              {
                label: words.tree.newGroup,
                icon: 'folder',
                run: () => void edits.insert(null, pages.length, { type: 'group', title: words.tree.newGroup }),
              },
              { label: words.tree.newLink, icon: 'external', run: () => askForPage({ about: 'link', pages: [] }) },
            ]}
          >
            <Icon name="more" />
          </Menu>
          <button
            type="button"
            class="btn bare icon s"
            aria-label={words.tree.newPage}
            onClick={() => void edits.insert(null, pages.length)}
          >
            <Icon name="plus" />
          </button>
        </>
      )}
    </header>
  )
}
