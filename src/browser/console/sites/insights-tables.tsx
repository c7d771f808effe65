// Lists of insights: the pages that are read most, and what readers search for.
import { Icon } from '../../ui/icon.tsx'
import { words } from '../../words.ts'
import { siteWords } from '../../words-sites.ts'
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import { useReading } from '../api/store.ts'
import { downloadCsv } from '../download.ts'
import { places } from '../places.ts'
import { Read } from '../reading.tsx'
import { counted } from './chart.tsx'
import { useSpaceNames } from './insights-parts.ts'
import { growth, type Range } from './insights-range.ts'
import { AGGREGATE, type Asked, type Only, questionOf, rowsIn, type Subject, useFigures } from './insights-reading.ts'

const text = siteWords.insights
export const FEW = 10

export interface Props {
  subject: Subject
  range: Range
  /** Counts only events with this value from now on. */
  narrow(only: Only): void
}

/** Everything that was asked for, not only what is shown. */
export const save = (
  { at, only }: Subject,
  range: Range,
  asked: Asked,
  title: string,
  labelOf = (value: unknown) => String(value ?? ''),
): Promise<boolean> =>
  attempt(async () => {
    const { columns } = await call(AGGREGATE, { ...at, body: questionOf(only, range, { ...asked, limit: 1000 }) })
    const rows = rowsIn(columns).map((row) => row.map((value) => (typeof value === 'number' ? value : labelOf(value))))
    downloadCsv(`${title}.csv`, [[title, text.count], ...rows])
  })

export function Heading({ title, run }: { title: string; run(): void }) {
  return (
    <h2>
      {title}
      <span class="end" />
      <button type="button" class="btn s" aria-label={`${text.csv}: ${title}`} onClick={run}>
        <Icon name="down" />
        {text.csv}
      </button>
    </h2>
  )
}

export function TopPages({ subject, range, before, narrow }: Props & { before: Range }) {
  const asked = { events: 'page_view', by: 'page', counts: ['eventsCount'] } as const
  const { reading, rows } = useFigures(subject, range, { ...asked, limit: FEW })
  const earlier = useFigures(subject, before, { ...asked, limit: 1000 }).rows
  const spaces = useSpaceNames(subject.at)
  const countBefore = (page: unknown) =>
    Number(earlier.find(([other]) => JSON.stringify(other) === JSON.stringify(page))?.[1] ?? 0)
  return (
    <section aria-label={text.topPages}>
      <Heading title={text.topPages} run={() => void save(subject, range, { ...asked, by: 'url' }, text.topPages)} />
      <Read of={reading}>
        {() => (
          <>
            {rows.length === 0 && <p class="none">{text.nothing}</p>}
            <ul class="figures" aria-label={text.topPages}>
              {rows.map(([page, count]) => (
                <PageLine
                  key={JSON.stringify(page)}
                  of={page as { space: string; page: string | null } | null}
                  space={spaces.get((page as PageLineProps['of'])?.space ?? '')}
                  count={Number(count)}
                  change={growth(Number(count), countBefore(page))}
                  narrow={narrow}
                />
              ))}
            </ul>
          </>
        )}
      </Read>
    </section>
  )
}

export interface PageLineProps {
  of: { space: string; page: string | null } | null
  /** Its title, if pages of several are listed. */
  space: string | undefined
  count: number
  change: number | undefined
  narrow(only: Only): void
}

/** A page as figures name it; its title says that it is gone if it is. */
export function useCountedPage(of: PageLineProps['of']) {
  const input = of?.page ? { spaceId: of.space, pageId: of.page } : null
  const { value } = useReading('GET /spaces/:spaceId/content/page/:pageId', input).value
  return { input, value, title: value && 'title' in value ? String(value.title) || words.untitled : text.gone }
}

function PageLine({ of, space, count, change, narrow }: PageLineProps) {
  const { input, value, title } = useCountedPage(of)
  return (
    <li>
      {input && value ? (
        <a class="link grow clip" href={places.page(input.spaceId, input.pageId)}>
          {title}
        </a>
      ) : (
        <span class="grow clip">{title}</span>
      )}
      {space && <span class="small faint clip">{space}</span>}
      {change !== undefined && <span class="small faint">{text.change(change)}</span>}
      <Narrow only={{ column: 'page', value: of, label: title }} narrow={narrow} />
      <b>{counted(count)}</b>
    </li>
  )
}

export const Narrow = ({ only, narrow }: { only: Only; narrow(only: Only): void }) => (
  <button
    type="button"
    class="btn bare icon s"
    aria-label={text.narrow(only.label)}
    title={text.narrow(only.label)}
    onClick={() => narrow(only)}
  >
    <Icon name="filter" />
  </button>
)

export function Searches({ subject, range, site }: Omit<Props, 'narrow'> & { site: string | undefined }) {
  const asked = { events: 'search_type_query', by: 'eventSearchQuery', counts: ['eventsCount'] } as const
  const { reading, rows } = useFigures(subject, range, { ...asked, limit: 2 * FEW })
  return (
    <section aria-label={text.searched}>
      <Heading title={text.searched} run={() => void save(subject, range, asked, text.searched)} />
      <Read of={reading}>
        {() => (
          <>
            {rows.length === 0 && <p class="none">{text.nothing}</p>}
            <ul class="figures" aria-label={text.searched}>
              {rows.map(([query, count]) => (
                <SearchLine
                  key={String(query)}
                  at={subject.at}
                  site={site}
                  query={String(query)}
                  count={Number(count)}
                />
              ))}
            </ul>
          </>
        )}
      </Read>
    </section>
  )
}

interface SearchLineProps extends Pick<Subject, 'at'> {
  /** Where the site is, if it is published. */
  site: string | undefined
  query: string
  count: number
}

/** With whether the site has an answer today. */
function SearchLine({ at, site, query, count }: SearchLineProps) {
  const { value } = useReading('POST /orgs/:organizationId/sites/:siteId/search', { ...at, body: { query } }).value
  return (
    <li>
      {site ? (
        <a
          class="link grow clip"
          href={searchAt(site, query)}
          title={text.searchFor(query)}
          target="_blank"
          rel="noreferrer"
        >
          {query}
        </a>
      ) : (
        <span class="grow clip">{query}</span>
      )}
      {value?.items.every(({ pages }) => pages.length === 0) && (
        <span class="tag warn">
          <Icon name="warn" />
          {text.foundNothing}
        </span>
      )}
      <b>{counted(count)}</b>
    </li>
  )
}

const searchAt = (site: string, query: string): string =>
  `${new URL('~lectern/search', site.replace(/\/?$/, '/'))}?${new URLSearchParams({ q: query })}`
