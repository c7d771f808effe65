// What can be done with a page in the tree.
import { Icon } from '../../ui/icon.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { words } from '../../words.ts'
import { askForPage } from './asking.ts'
import type { Page } from './content.ts'
import { type Move, movesOf, takesPages } from './moves.ts'
import type { TreeEdits } from './tree-edits.tsx'

interface Props {
  page: Page
  pages: readonly Page[]
  edits: TreeEdits
  rename(): void
}

export function RowMenu({ page, pages, edits, rename }: Props) {
  const { up, down, in: inside, out } = movesOf(pages, page.id)
  const move = (label: string, to: Move | undefined): MenuItem[] =>
    to ? [{ label, run: () => void edits.move(page, to) }] : []
  const inThis: MenuItem = {
    label: words.tree.newInside,
    icon: 'plus',
    run: () => void edits.insert(page.id, page.pages?.length ?? 0),
  }
  const items: MenuItem[] = [
    ...(takesPages(page) ? [inThis] : []),
    { label: words.tree.rename, icon: 'edit', run: rename },
    { label: words.tree.settings, icon: 'info', run: () => askForPage({ about: 'settings', pages: [page] }) },
    { label: words.tree.duplicate, icon: 'copy', run: () => void edits.duplicate(page) },
    { label: page.hidden ? words.tree.show : words.tree.hide, run: () => void edits.hide([page], !page.hidden) },
    ...move(words.tree.up, up),
    ...move(words.tree.down, down),
    ...move(words.tree.in, inside),
    ...move(words.tree.out, out),
    { label: words.tree.moveTo, run: () => askForPage({ about: 'move', pages: [page] }) },
    { label: words.tree.sendTo, run: () => askForPage({ about: 'send', pages: [page] }) },
    { label: words.tree.remove, icon: 'trash', run: () => void edits.remove([page]) },
  ]
  return (
    <Menu class="btn bare icon s" label={words.tree.actions(page.title || words.untitled)} items={items} tabIndex={-1}>
      <Icon name="more" />
    </Menu>
  )
}
