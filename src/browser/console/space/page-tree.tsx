// The pages of a space as a tree: one tab stop, arrow keys to walk, open and close; with the right to edit also to
// rename, move, add, select and remove.
import { useMemo, useRef, useState } from 'preact/hooks'
import { VirtualList } from '../../ui/virtual-list.tsx'
import { words } from '../../words.ts'
import { addressOf, type Content, type Page } from './content.ts'
import { useDragging } from './dragging.ts'
import { useMarkers } from './markers.ts'
import { movesOf, topmost } from './moves.ts'
import { RenameField } from './rename-field.tsx'
import { RowMenu } from './row-menu.tsx'
import { type Chosen, onlyMarked, type Row, rowsOf } from './rows.ts'
import { useSelection } from './selection.ts'
import { SelectionBar } from './selection-bar.tsx'
import type { TreeEdits } from './tree-edits.tsx'
import { TreeHead } from './tree-head.tsx'
import { TreeRow } from './tree-row.tsx'

const ROW = 30

interface Props {
  content: Content
  pages: readonly Page[]
  current: string | undefined
  /** Undefined for those who may only read. */
  edits?: TreeEdits | undefined
}

export function PageTree({ content, pages, current, edits: given }: Props) {
  const tree = useRef<HTMLElement>(null)
  const [chosen, setChosen] = useState<Chosen>(new Map())
  const open = (id: string, isOpen: boolean) => setChosen((before) => new Map(before).set(id, isOpen))
  const edits = given && showing(given, (id) => open(id, true))
  const [focused, setFocused] = useState<string | undefined>(undefined)
  // Rows out of view are not drawn: one that is wanted takes the focus once it is.
  const [wanted, setWanted] = useState<string | undefined>(undefined)
  const [renamed, setRenamed] = useState<string | undefined>(undefined)
  const [isFiltered, setFiltered] = useState(false)
  const markers = useMarkers(content)
  const selection = useSelection(current)
  const rows = useMemo(
    () => (isFiltered && markers ? onlyMarked(pages, markers) : rowsOf(pages, current, chosen)),
    [pages, current, chosen, isFiltered && markers],
  )
  const selected = useMemo(() => topmost(pages, selection.ids), [pages, selection.ids])
  const dragging = useDragging({
    pages,
    selected: selection.ids,
    onDrop: (moved, to) => {
      selection.clear()
      void edits?.moveAll(moved, to)
    },
  })
  const at = rows.findIndex(({ page }) => page.id === current)
  const known = rows.some(({ page }) => page.id === focused) ? focused : undefined
  const stop = known ?? rows[Math.max(0, at)]?.page.id
  const order = () => rows.map(({ page }) => page.id)
  const toggle = ({ page, isOpen }: Row) => open(page.id, !isOpen)
  const itemOf = ({ page }: Pick<Row, 'page'>) =>
    tree.current?.querySelector<HTMLElement>(`[data-page="${CSS.escape(page.id)}"]`)
  const focus = (row: Row | undefined) => {
    if (!row) return
    setFocused(row.page.id)
    const item = itemOf(row)
    if (item) item.focus()
    else setWanted(row.page.id)
  }
  const typed = (event: KeyboardEvent) => {
    const on = (event.target as HTMLElement).closest<HTMLElement>('[data-page]')?.dataset.page
    const here = rows.findIndex(({ page }) => page.id === on)
    const row = rows[here]
    if (!row || (event.target as HTMLElement).getAttribute('role') !== 'treeitem') return
    const isHandled =
      event.altKey && edits
        ? shift(event.key, row, edits)
        : (edits && choose(event, row, here)) || walk(event.key, row, here)
    if (isHandled) event.preventDefault()
  }
  const walk = (key: string, row: Row, here: number): boolean => {
    if (key === 'ArrowDown') focus(rows[here + 1])
    else if (key === 'ArrowUp') focus(rows[here - 1])
    else if (key === 'Home') focus(rows[0])
    else if (key === 'End') focus(rows.at(-1))
    else if (key === 'ArrowRight' && row.hasPages && !row.isOpen) toggle(row)
    else if (key === 'ArrowRight' && row.isOpen) focus(rows[here + 1])
    else if (key === 'ArrowLeft' && row.isOpen) toggle(row)
    else if (key === 'ArrowLeft') focus(rows.slice(0, here).findLast(({ depth }) => depth < row.depth))
    else if (key === 'Enter') itemOf(row)?.querySelector('a')?.click()
    else if (key === 'ContextMenu') itemOf(row)?.querySelector('button')?.click()
    else if (key === 'F2' && edits) setRenamed(row.page.id)
    else if (key === 'Delete' && edits) void edits.remove(selected.length > 0 ? selected : [row.page])
    else return false
    return true
  }
  /** Shift and an arrow key select, the space bar adds and takes away, Escape lets go. */
  const choose = ({ key, shiftKey }: KeyboardEvent, row: Row, here: number): boolean => {
    const next = key === 'ArrowDown' ? rows[here + 1] : key === 'ArrowUp' ? rows[here - 1] : undefined
    if (shiftKey && next) {
      if (selection.ids.size === 0) selection.toggle(row.page.id)
      selection.extend(next.page.id, order())
      focus(next)
    } else if (key === ' ') selection.toggle(row.page.id)
    else if (key === 'Escape' && selection.ids.size > 0) selection.clear()
    else return false
    return true
  }
  /** Alt and an arrow key move the page itself. */
  const shift = (key: string, { page }: Row, { move }: TreeEdits): boolean => {
    const moves = movesOf(pages, page.id)
    const to = { ArrowUp: moves.up, ArrowDown: moves.down, ArrowRight: moves.in, ArrowLeft: moves.out }[key]
    if (to) void move(page, to)
    return to !== undefined
  }
  const rename = (page: Page) => (title?: string) => {
    setRenamed(undefined)
    itemOf({ page })?.focus()
    if (title !== undefined) void edits?.rename(page, title)
  }
  return (
    <nav class="pages" aria-label={words.space.pages} ref={tree}>
      <TreeHead
        pages={pages}
        edits={edits}
        changed={markers?.size ?? 0}
        isFiltered={isFiltered}
        filter={() => setFiltered(!isFiltered)}
      />
      <div
        role="tree"
        class="rows"
        aria-label={words.space.pages}
        aria-multiselectable={edits ? true : undefined}
        onKeyDown={typed}
        onFocusCapture={() => setWanted(undefined)}
      >
        <VirtualList
          items={rows}
          rowHeight={ROW}
          current={at}
          wanted={wanted === undefined ? undefined : rows.findIndex(({ page }) => page.id === wanted)}
        >
          {(row) => (
            <TreeRow
              key={row.page.id}
              row={row}
              href={row.page.type === 'document' ? addressOf(content, row.page.id) : undefined}
              isCurrent={row.page.id === current}
              isStop={row.page.id === stop}
              isWanted={row.page.id === wanted}
              isSelected={edits && selection.ids.has(row.page.id)}
              marker={markers?.get(row.page.id)}
              dragging={edits && dragging}
              toggle={() => toggle(row)}
              select={({ shiftKey }) =>
                shiftKey ? selection.extend(row.page.id, order()) : selection.add(row.page.id)
              }
              field={renamed === row.page.id && <RenameField title={row.page.title} done={rename(row.page)} />}
            >
              {edits && <RowMenu page={row.page} pages={pages} edits={edits} rename={() => setRenamed(row.page.id)} />}
            </TreeRow>
          )}
        </VirtualList>
      </div>
      {edits && selected.length > 0 && <SelectionBar selected={selected} edits={edits} clear={selection.clear} />}
    </nav>
  )
}

/** What moves into a page is to be seen there. */
const showing = (edits: TreeEdits, open: (page: string) => void): TreeEdits => ({
  ...edits,
  move(page, to) {
    if (to.into !== null) open(to.into)
    return edits.move(page, to)
  },
  moveAll(moved, to) {
    if (to.into !== null) open(to.into)
    return edits.moveAll(moved, to)
  },
})
