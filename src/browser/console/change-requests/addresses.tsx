// The published addresses that a merge changes, on each site, and pages that other readers will see. Whoever merges can decline a redirect.

import { words } from '../../words.ts'
import { reviewWords } from '../../words-review.ts'
import type { ReplyTo } from '../api/operations.ts'
import { useReading } from '../api/store.ts'
import type { Place } from './place.ts'

const text = reviewWords.addresses

type Reply = ReplyTo<'GET /spaces/:spaceId/change-requests/:changeRequestId/addresses'>
type Change = Reply['changes'][number]

interface Props {
  place: Place
  declined: ReadonlySet<string>
  decline(paths: ReadonlySet<string>): void
}

export function Addresses({ place: { space, changeRequest }, declined, decline }: Props) {
  const { value } = useReading('GET /spaces/:spaceId/change-requests/:changeRequestId/addresses', {
    spaceId: space.id,
    changeRequestId: changeRequest.id,
  }).value
  if (!value || value.sites.length === 0) return null
  const toggle = (path: string) => {
    const next = new Set(declined)
    if (!next.delete(path)) next.add(path)
    decline(next)
  }
  return (
    <div class="addresses">
      {value.sites.map((site) => (
        <section key={`${site.id} ${site.url}`} aria-label={text.onSite(site.title)}>
          <h3>{text.onSite(site.title)}</h3>
          {value.count === 0 && value.visibility.length === 0 && <p class="small faint">{text.none}</p>}
          <OnSite url={site.url} reply={value} declined={declined} toggle={toggle} />
        </section>
      ))}
    </div>
  )
}

interface OnSiteProps {
  url: string
  reply: Reply
  declined: ReadonlySet<string>
  toggle(path: string): void
}

function OnSite({ url, reply: { changes, count, visibility }, declined, toggle }: OnSiteProps) {
  const base = new URL(url).pathname
  const of = (kind: Change['kind']) => changes.filter((change) => change.kind === kind)
  const [moves, appears, vanishes] = [of('moves'), of('appears'), of('vanishes')]
  return (
    <>
      {moves.length > 0 && (
        <>
          <p>{text.move(moves.length)}</p>
          <ul>
            {moves.map(({ page, before = '', after = '', pages = 1 }) => (
              <li key={page.id} title={page.title || words.untitled}>
                <del>{base + before}</del>
                <ins>{base + after}</ins>
                {pages > 1 && <span class="small faint">{text.withBelow(pages - 1)}</span>}
                <label class="check">
                  <input type="checkbox" checked={!declined.has(before)} onChange={() => toggle(before)} />
                  {text.redirect}
                </label>
              </li>
            ))}
          </ul>
        </>
      )}
      <Paths label={text.vanish(vanishes.length)} paths={vanishes.map(({ before = '' }) => base + before)} isGone />
      <Paths label={text.appear(appears.length)} paths={appears.map(({ after = '' }) => base + after)} />
      {visibility.length > 0 && (
        <details open>
          <summary>{text.visibility(visibility.length)}</summary>
          <ul>
            {visibility.map(({ page, before, after }) => (
              <li key={page.id}>
                <b>{page.title || words.untitled}</b>
                {said(before, after).map(([was, is]) => (
                  <span key={is}>
                    <del>{was}</del> <ins>{is}</ins>
                  </span>
                ))}
              </li>
            ))}
          </ul>
        </details>
      )}
      {count > changes.length && <p class="small faint">{text.more(count - changes.length)}</p>}
    </>
  )
}

type Visibility = Reply['visibility'][number]['before']

/** What differs, before and after. */
const said = (before: Visibility, after: Visibility): [string, string][] => [
  ...(['hidden', 'noIndex', 'noRobotsIndex'] as const)
    .filter((name) => before[name] !== after[name])
    .map((name): [string, string] => [text.states[name](before[name]), text.states[name](after[name])]),
  ...(before.condition === after.condition
    ? []
    : [[text.states.condition(before.condition), text.states.condition(after.condition)] as [string, string]]),
]

function Paths({ label, paths, isGone }: { label: string; paths: readonly string[]; isGone?: boolean }) {
  if (paths.length === 0) return null
  return (
    <details open={isGone}>
      <summary>{label}</summary>
      <ul>
        {paths.map((path) => (
          <li key={path}>{isGone ? <del>{path}</del> : <ins>{path}</ins>}</li>
        ))}
      </ul>
    </details>
  )
}
