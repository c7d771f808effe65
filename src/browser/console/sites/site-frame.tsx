// The places of a site, and the way between them.
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Icon } from '../../ui/icon.tsx'
import { words } from '../../words.ts'
import { siteWords } from '../../words-sites.ts'
import type { ReplyTo } from '../api/operations.ts'
import { useReading } from '../api/store.ts'
import { Star } from '../favorites/star.tsx'
import { places } from '../places.ts'
import { isMissing, Missing, Read } from '../reading.tsx'
import { Bar } from '../shell/bar.tsx'
import { enterOrganization, organizationId } from '../shell/organization.ts'
import { WaysBar } from '../shell/ways.tsx'

export type SiteJson = ReplyTo<'GET /orgs/:organizationId/sites/:siteId'>

export type SitePlace = keyof typeof siteWords.places

/** A site, and the parameters that name it in calls. */
export interface Located {
  site: SiteJson
  at: { organizationId: string; siteId: string }
}

const NAMES = Object.keys(siteWords.places) as SitePlace[]
/** These are for those who manage the site. */
const MANAGED: readonly SitePlace[] = ['audience', 'access', 'customization', 'domain']

/** The places of a site that a person finds. */
const placesOf = ({ permissions }: SiteJson): SitePlace[] =>
  NAMES.filter((name) => permissions?.admin || !MANAGED.includes(name))

/** The organizations of the sites that were shown. */
const owners = new Map<string, string>()

/** The address of a site does not name its organization: it is looked for in all of the person. */
function useSite(siteId: string) {
  const [tried, setTried] = useState<readonly string[]>([])
  const organizations = useReading('GET /orgs', { query: { limit: 100 } }).value.value?.items
  const candidates = [owners.get(siteId), organizationId.value, ...(organizations ?? []).map(({ id }) => id)]
  const owner = candidates.find((id) => id !== undefined && !tried.includes(id))
  const reading = useReading(
    'GET /orgs/:organizationId/sites/:siteId',
    owner ? { organizationId: owner, siteId } : null,
  ).value
  const isElsewhere = isMissing(reading)
  useEffect(() => {
    if (owner && isElsewhere) setTried([...tried, owner])
  }, [owner, isElsewhere])
  if (owner && reading.value && !isElsewhere) owners.set(siteId, owner)
  return { reading, owner, isNowhere: organizations !== undefined && owner === undefined }
}

interface Props {
  siteId: string
  place: SitePlace
  actions?(located: Located): ComponentChildren
  /** Whether the place fills the window instead of a column. */
  isWide?: boolean
  /** Whether the place scrolls by itself, because its list is long. */
  isList?: boolean
  children(located: Located): ComponentChildren
}

export const SiteFrame = (props: Props) => <Framed key={props.siteId} {...props} />

function Framed({ siteId, place, actions, isWide = false, isList = false, children }: Props) {
  const { reading, owner, isNowhere } = useSite(siteId)
  const site = isMissing(reading) ? undefined : reading.value
  if (isNowhere || (site && !placesOf(site).includes(place))) return <Missing />
  if (site && owner) enterOrganization(owner)
  const located = site && owner ? { site, at: { organizationId: owner, siteId } } : undefined
  const title = siteWords.places[place]
  const inside = <Read of={{ ...reading, value: located }}>{children}</Read>
  return (
    <>
      <Bar
        title={site ? `${title} · ${site.title}` : title}
        shown={site?.title ?? ''}
        aside={
          site && (
            <span class="wide-only">
              <StateTag site={site} />
            </span>
          )
        }
      >
        {site && owner && <Star of={{ organization: owner, site: site.id }} />}
        {site?.urls.published && (
          <a class="btn bare" href={site.urls.published} target="_blank" rel="noreferrer">
            <Icon name="external" />
            {words.site.open}
          </a>
        )}
        {located && actions?.(located)}
      </Bar>
      {site && <Ways site={site} place={place} />}
      <main class={isList ? 'list-place' : 'scroll'} id="main" tabIndex={-1} aria-label={title}>
        {isWide ? (
          inside
        ) : (
          <div class={isList ? 'home list-home' : 'home'}>
            <h1>{title}</h1>
            {inside}
          </div>
        )}
      </main>
    </>
  )
}

function Ways({ site, place }: { site: SiteJson; place: SitePlace }) {
  return (
    <WaysBar label={siteWords.parts} at={place}>
      {placesOf(site).map((name) => (
        <a key={name} href={places.inSite(site.id, name)} aria-current={name === place ? 'page' : undefined}>
          {siteWords.places[name]}
        </a>
      ))}
    </WaysBar>
  )
}

type Shown = Pick<SiteJson, 'published' | 'visibility'>

/** Whether readers find the site, and which. */
export function StateTag({ site: { published, visibility } }: { site: Shown }) {
  if (!published) return <span class="tag">{words.site.unpublished}</span>
  return (
    <span class="tag good">
      <Icon name={visibility === 'public' ? 'globe' : 'lock'} />
      {siteWords.audiences[visibility].label}
    </span>
  )
}
