// A place that reads something: its value, or a skeleton, or why there is none and a way to try again.
import type { ComponentChildren } from 'preact'
import { Empty, Failure, Skeleton } from '../ui/states.tsx'
import { ListEnd } from '../ui/virtual-list.tsx'
import { words } from '../words.ts'
import { isHeldBack } from './api/held-back.ts'
import type { Pages } from './api/pages.ts'
import type { Reading } from './api/store.ts'
import { retryFailed, useReading } from './api/store.ts'
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
export const Missing = () =>
  isHeldBack() ? <HeldBack /> : <Nothing of={words.missing} ways={[{ label: words.missing.way, href: places.root }]} />

/** For people who belong to no organization. */
export const Nowhere = () => (
  <Nothing
    of={words.nowhere}
    ways={[
      { label: words.nowhere.way, href: outside.account },
      { label: words.heldBack.company, href: outside.companySignIn },
    ]}
  />
)

/** For members who have to sign in with the identity provider of the organization. */
function HeldBack() {
  const [, organizationId] = /\/orgs\/([^/]+)/.exec(location.pathname) ?? []
  const found = useReading('GET /orgs/:organizationId/sso', organizationId ? { organizationId } : null).value
  if (organizationId && found.isLoading) return null
  const back = new URLSearchParams({ returnTo: location.pathname + location.search })
  const logins = found.value?.items ?? []
  const ways = logins.map(({ label, startURL }) => ({ label: words.heldBack.way(label), href: `${startURL}?${back}` }))
  const company = { label: words.heldBack.company, href: `${outside.companySignIn}?${back}` }
  return <Nothing of={words.heldBack} ways={ways.length > 0 ? ways : [company]} />
}

interface NothingProps {
  of: { title: string; lead: string }
  ways: readonly { label: string; href: string }[]
}

function Nothing({ of: { title, lead }, ways }: NothingProps) {
  return (
    <>
      <Bar title={title} />
      <main class="scroll" id="main" tabIndex={-1}>
        <div class="home">
          <Empty title={title}>
            <p>{lead}</p>
            <div class="row">
              {ways.map(({ label, href }) => (
                <a key={href} class="btn" href={href}>
                  {label}
                </a>
              ))}
            </div>
          </Empty>
        </div>
      </main>
    </>
  )
}

/** In place of what could not be drawn. */
export const Broken = ({ retry }: { retry(): void }) => (
  <main class="scroll" id="main" tabIndex={-1}>
    <div class="home">
      <Failure message={words.broken} retry={retry} label={words.retry} />
    </div>
  </main>
)

export const isMissing = ({ error }: Reading<unknown>): boolean =>
  error !== undefined && [400, 403, 404].includes(error.status)
