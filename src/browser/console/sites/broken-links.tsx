// The links that lead nowhere, in all spaces of a site.
import { useState } from 'preact/hooks'
import { Icon } from '../../ui/icon.tsx'
import { words } from '../../words.ts'
import { siteWords } from '../../words-sites.ts'
import type { ReplyTo } from '../api/operations.ts'
import { useReading } from '../api/store.ts'
import { places } from '../places.ts'
import { isMissing, Read } from '../reading.tsx'
import { type Located, SiteFrame } from './site-frame.tsx'

const text = siteWords.links
const LINKS = 'GET /spaces/:spaceId/links'
type Location = ReplyTo<'GET /spaces/:spaceId/content/page/:pageId/backlinks'>['items'][number]
interface Link {
  targetReference?: Location
  locationReferences: Location[]
}
type SpaceJson = ReplyTo<'GET /orgs/:organizationId/sites/:siteId/site-spaces'>['items'][number]['space']

const PAGE = 50
const MAX = 1000

export const BrokenLinks = ({ siteId }: { siteId: string }) => (
  <SiteFrame siteId={siteId} place="links">
    {(located) => <Spaces {...located} />}
  </SiteFrame>
)

function Spaces({ at }: Located) {
  const reading = useReading('GET /orgs/:organizationId/sites/:siteId/site-spaces', {
    ...at,
    query: { limit: MAX },
  }).value
  return (
    <>
      <p class="soft">{text.lead}</p>
      <Read of={reading}>
        {({ items }) => (
          <>
            {[...new Map(items.map(({ space }) => [space.id, space])).values()].map((space) => (
              <OfSpace key={space.id} space={space} />
            ))}
          </>
        )}
      </Read>
    </>
  )
}

/** Spaces that the person may not read show nothing. */
function OfSpace({ space }: { space: SpaceJson }) {
  const [limit, setLimit] = useState(PAGE)
  const links = useReading(LINKS, { spaceId: space.id, query: { status: 'broken', limit } }).value
  if (isMissing(links)) return null
  const title = space.title || words.untitled
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <Read of={links}>
        {({ items, stats, next }) => (
          <>
            <p class="small faint">{text.stats(stats.broken.total, stats.total)}</p>
            <ul class="lines" aria-label={title}>
              {(items as Link[]).map((link) => (
                <Line key={JSON.stringify(link.targetReference)} link={link} space={space.id} />
              ))}
            </ul>
            {next && limit < MAX && (
              <button type="button" class="btn" onClick={() => setLimit(Math.min(limit + PAGE, MAX))}>
                {words.more}
              </button>
            )}
          </>
        )}
      </Read>
    </section>
  )
}

function Line({ link: { targetReference, locationReferences }, space }: { link: Link; space: string }) {
  const pages = new Map(locationReferences.flatMap(({ page }) => (page ? [[page.id, page.title]] : [])))
  return (
    <li class="compact">
      <Icon name="warn" />
      <div>
        <span>{titleOf(targetReference)}</span>
        <p class="small">
          {text.usedIn}{' '}
          {[...pages].map(([id, title], at) => (
            <span key={id}>
              {at > 0 && ', '}
              <a class="link above" href={places.page(space, id)}>
                {title || words.untitled}
              </a>
            </span>
          ))}
        </p>
      </div>
    </li>
  )
}

/** What a link was about, as far as it is known. */
function titleOf(target: Location | undefined): string {
  if (!target) return text.unknown
  const { url, page, file, space, collection, reusableContent, kind } = target
  return (
    url ?? page?.title ?? file?.name ?? reusableContent?.title ?? space?.title ?? collection?.title ?? text.kinds[kind]
  )
}
