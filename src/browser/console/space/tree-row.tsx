import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Emoji } from '../../ui/emoji.tsx'
import { Icon } from '../../ui/icon.tsx'
import { NamedIcon } from '../../ui/named-icon.tsx'
import { words } from '../../words.ts'
import type { Page } from './content.ts'
import type { Dragging } from './dragging.ts'
import type { Marker } from './markers.ts'
import type { Row } from './rows.ts'

const DEEPEST = 12

interface Props {
  row: Row
  /** Undefined for what is no page of its own. */
  href: string | undefined
  isCurrent: boolean
  /** True for the one row that the Tab key reaches. */
  isStop: boolean
  /** True for the row that takes the focus as soon as it is drawn. */
  isWanted: boolean
  /** Undefined where nothing can be selected. */
  isSelected: boolean | undefined
  marker: Marker | undefined
  /** Undefined where nothing can be moved. */
  dragging: Dragging | undefined
  toggle(): void
  /** A click with Shift, Ctrl or ⌘. */
  select(event: MouseEvent): void
  /** Shown instead of the title. */
  field: ComponentChildren
  /** The menu of the row. */
  children: ComponentChildren
}

export function TreeRow(props: Props) {
  const { row, href, isCurrent, isStop, isWanted, isSelected, marker, dragging, toggle, select, field, children } =
    props
  const { page, depth, hasPages, isOpen } = row
  const clicked = (event: MouseEvent) => {
    const isSelecting = isSelected !== undefined && (event.shiftKey || event.ctrlKey || event.metaKey)
    if (!isSelecting && href && !(event.target as Element).closest('.twist')) return
    event.preventDefault()
    event.stopPropagation()
    if (isSelecting) select(event)
    else if (hasPages) toggle()
  }
  const line = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    // The list has scrolled to it; rows get their place only after this.
    if (isWanted) line.current?.focus({ preventScroll: true })
  }, [isWanted])
  const edge = dragging?.over?.page === page.id ? ` drop-${dragging.over.edge}` : ''
  return (
    <div
      ref={line}
      role="treeitem"
      class={`line d${Math.min(depth, DEEPEST)}${page.type === 'group' ? ' group' : ''}${edge}`}
      data-page={page.id}
      tabIndex={isStop ? 0 : -1}
      aria-label={labelOf(page, marker)}
      aria-level={depth + 1}
      aria-expanded={hasPages ? isOpen : undefined}
      aria-current={isCurrent ? 'page' : undefined}
      aria-selected={isSelected}
      draggable={dragging !== undefined && !field}
      onDragStart={(event) => dragging?.start(event, row)}
      onDragOver={(event) => dragging?.move(event, row)}
      onDrop={(event) => dragging?.drop(event)}
      onDragEnd={() => dragging?.end()}
    >
      {field || (
        // The row is what is dragged.
        <a href={href} tabIndex={-1} draggable={false} onClick={clicked}>
          {hasPages && page.type !== 'group' && (
            <span class="twist" aria-hidden="true">
              <Icon name="chevron" />
            </span>
          )}
          <Title page={page} />
          {marker && <Marked as={marker} />}
        </a>
      )}
      {children}
    </div>
  )
}

const labelOf = ({ title }: Page, marker: Marker | undefined): string =>
  (title || words.untitled) + (marker ? `, ${words.tree.markers[marker]}` : '')

const SIGNS = { created: 'plus', edited: 'edit', moved: 'updown' } as const

const Marked = ({ as }: { as: Marker }) => (
  <span class={`marker ${as}`} title={words.tree.markers[as]}>
    <Icon name={SIGNS[as]} />
  </span>
)

const Title = ({ page: { title, linkTitle, emoji, icon, type, hidden } }: { page: Page }) => (
  <>
    {emoji ? <Emoji code={emoji} /> : icon && <NamedIcon name={icon} />}
    <span class="grow clip">{linkTitle || title || words.untitled}</span>
    {type === 'link' && <Icon name="external" />}
    {hidden && <span class="tag">{words.space.hidden}</span>}
  </>
)
