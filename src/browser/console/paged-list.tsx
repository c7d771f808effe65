// A long list that is read page by page, of which only the rows in view are drawn.
import type { ComponentChildren } from 'preact'
import { Failure, Skeleton } from '../ui/states.tsx'
import { VirtualList } from '../ui/virtual-list.tsx'
import { words } from '../words.ts'
import type { Pages } from './api/pages.ts'
import { retryFailed } from './api/store.ts'

/** The height of a row in pixels, as in the styles. */
const ROW = 56

/** Where a row is in the whole list, for those who hear it. */
export interface Position {
  'aria-posinset': number
  'aria-setsize': number
}

interface Props<T> {
  pages: Pages<T>
  /** What is said where there is nothing. */
  none: string
  /** A row of captions above the list. */
  captions?: ComponentChildren
  children(item: T, position: Position): ComponentChildren
}

export function PagedList<T>({ pages, none, captions, children }: Props<T>) {
  const { items, round, count, error, hasMore, more } = pages
  const list = items && items.length > 0 && (
    <VirtualList
      key={round}
      items={items}
      rowHeight={ROW}
      isList
      unread={hasMore && { count, more, note: words.readSoFar }}
    >
      {(item, index) => children(item, { 'aria-posinset': index + 1, 'aria-setsize': count ?? -1 })}
    </VirtualList>
  )
  return (
    <>
      {error && <Failure message={words.failed(error.message)} retry={retryFailed} label={words.retry} />}
      {!items && !error && <Skeleton label={words.loading} />}
      {items?.length === 0 && <p class="none">{none}</p>}
      {list && captions ? (
        <div class="member-table">
          {captions}
          {list}
        </div>
      ) : (
        list
      )}
    </>
  )
}
