// A place that reads something: its value, or a skeleton, or why there is none and a way to try again.
import type { ComponentChildren } from 'preact'
import { Empty, Failure, Skeleton } from '../ui/states.tsx'
import { ListEnd } from '../ui/virtual-list.tsx'
import { words } from '../words.ts'
import type { Pages } from './api/pages.ts'
import type { Reading } from './api/store.ts'
import { retryFailed } from './api/store.ts'
import { outside, places } from './places.ts'
import { Bar } from './shell/bar.tsx'

interface ReadProps<T> {
  of: Reading<T>
  children(value: T): ComponentChildren
}

export function Read<T>({ of: { value, error }, children }: ReadProps<T>) {
  if (value !== undefined) return <>{children(value)}</>
  if (error) return <Failure message={reasonOf(error)} retry={retryFailed} label={words.retry} />
  return <Skeleton label={words.loading} />
}

interface ReadPagesProps<T> {
  of: Pick<Pages<T>, 'items' | 'error' | 'hasMore' | 'more'>
  /** What is said where there is nothing. */
  none?: string | undefined
  children(items: readonly T[]): ComponentChildren
}

/** A list that is read page by page: the next one follows when the person reaches the end. */
export function ReadPages<T>({ of: { items, error, hasMore, more }, none, children }: ReadPagesProps<T>) {
  return (
    <Read of={{ value: items, error, isLoading: !items }}>
      {(shown) => (
        <>
          {shown.length > 0 ? children(shown) : none && <p class="none">{none}</p>}
          {hasMore && <ListEnd reached={() => more()} label={words.loading} />}
        </>
      )}
    </Read>
  )
}

const reasonOf = ({ status, message }: { status: number; message: string }): string =>
  status === 0 ? words.unreachable : words.failed(message)

/** For what is not there, or not for this person. */
export const Missing = () => <Nothing of={words.missing} href={places.root} />

/** For people who belong to no organization. */
export const Nowhere = () => <Nothing of={words.nowhere} href={outside.account} />

function Nothing({ of: { title, lead, way }, href }: { of: typeof words.missing; href: string }) {
  return (
    <>
      <Bar title={title} />
      <main class="scroll" id="main" tabIndex={-1}>
        <div class="home">
          <Empty title={title}>
            <p>{lead}</p>
            <div class="row">
              <a class="btn" href={href}>
                {way}
              </a>
            </div>
          </Empty>
        </div>
      </main>
    </>
  )
}

export const isMissing = ({ error }: Reading<unknown>): boolean =>
  error !== undefined && [400, 403, 404].includes(error.status)
