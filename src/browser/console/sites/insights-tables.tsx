// Lists of insights: the pages that are read most, what readers search for, and who they are.
import { useState } from 'preact/hooks'
import { Icon } from '../../ui/icon.tsx'
import { words } from '../../words.ts'
import { siteWords } from '../../words-sites.ts'
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import { useReading } from '../api/store.ts'
import { places } from '../places.ts'
import { Read } from '../reading.tsx'
import { counted } from './chart.tsx'
import { downloadCsv } from './download.ts'
import { usePartNames } from './insights-parts.ts'
import { growth, type Range } from './insights-range.ts'
import {
  AGGREGATE,
  type Asked,
  type Column,
  type Only,
  questionOf,
  rowsIn,
  type Subject,
  useFigures,
} from './insights-reading.ts'

const text = siteWords.insights
const FEW = 10

interface Props {
  subject: Subject
  range: Range
  /** Counts only events with this value from now on. */
  narrow(only: Only): void
}

/** Everything that was asked for, not only what is shown. */
const save = ({ at, only }: Subject, range: Range, asked: Asked, title: string): Promise<boolean> =>
  attempt(async () => {
    const { columns } = await call(AGGREGATE, { ...at, body: questionOf(only, range, { ...asked, limit: 1000 }) })
    const rows = rowsIn(columns).map((row) =>
      row.map((value) => (typeof value === 'number' ? value : String(value ?? ''))),
    )
    downloadCsv(`${title}.csv`, [[title, text.count], ...rows])
  })

function Heading({ title, run }: { title: string; run(): void }) {
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

interface PageLineProps {
  of: { space: string; page: string | null } | null
  count: number
  change: number | undefined
  narrow(only: Only): void
}

/** A page as figures name it; its title says that it is gone if it is. */
function useCountedPage(of: PageLineProps['of']) {
  const input = of?.page ? { spaceId: of.space, pageId: of.page } : null
  const { value } = useReading('GET /spaces/:spaceId/content/page/:pageId', input).value
  return { input, value, title: value && 'title' in value ? String(value.title) || words.untitled : text.gone }
}

function PageLine({ of, count, change, narrow }: PageLineProps) {
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
      {change !== undefined && <span class="small faint">{text.change(change)}</span>}
      <Narrow only={{ column: 'page', value: of, label: title }} narrow={narrow} />
      <b>{counted(count)}</b>
    </li>
  )
}

const Narrow = ({ only, narrow }: { only: Only; narrow(only: Only): void }) => (
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

export function Searches({ subject, range }: Omit<Props, 'narrow'>) {
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
                <SearchLine key={String(query)} at={subject.at} query={String(query)} count={Number(count)} />
              ))}
            </ul>
          </>
        )}
      </Read>
    </section>
  )
}

/** With whether the site has an answer today. */
function SearchLine({ at, query, count }: Pick<Subject, 'at'> & { query: string; count: number }) {
  const { value } = useReading('POST /orgs/:organizationId/sites/:siteId/search', { ...at, body: { query } }).value
  return (
    <li>
      <span class="grow clip">{query}</span>
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

const DIMENSIONS = {
  siteSection: 'page_view',
  siteSpace: 'page_view',
  referrerDomain: 'page_view',
  visitorDevice: 'page_view',
  visitorBrowser: 'page_view',
  visitorOS: 'page_view',
  visitorLanguage: 'page_view',
  visitorClaimProperty: 'page_view',
  utmSource: 'page_view',
  eventLinkTargetDomain: 'link_click',
  eventAPIOperationPath: 'api_client_request',
} as const satisfies Partial<Record<Column, Asked['events']>>

/** The page where most of what is counted happened. */
function MostlyOn({ subject, range, events, only }: Omit<Props, 'narrow'> & { events: Asked['events']; only: Only }) {
  const where = { ...subject, only: [...subject.only, only] }
  const { rows } = useFigures(where, range, { events, by: 'page', counts: ['eventsCount'], limit: 1 })
  const { input, value, title } = useCountedPage(rows[0]?.[0] as PageLineProps['of'])
  if (!input || !value) return null
  return (
    <span class="small faint clip">
      {text.mostlyOn}{' '}
      <a class="link" href={places.page(input.spaceId, input.pageId)}>
        {title}
      </a>
    </span>
  )
}

/** Readers, and what they follow and try, by one trait. */
export function Breakdown({ subject, range, narrow }: Props) {
  const [by, setBy] = useState<keyof typeof DIMENSIONS>('referrerDomain')
  const counts = DIMENSIONS[by] === 'page_view' ? (['visitorsCount'] as const) : (['eventsCount'] as const)
  const asked = { events: DIMENSIONS[by], by, counts }
  const { reading, rows } = useFigures(subject, range, { ...asked, limit: FEW })
  const names = usePartNames(subject.at)
  const labelOf = (value: unknown) =>
    value === null || value === '' ? text.unknown : (names.get(String(value)) ?? String(value))
  return (
    <section aria-label={text.breakdown}>
      <Heading title={text.breakdown} run={() => void save(subject, range, asked, text.dimensions[by])} />
      <select
        class="input s"
        aria-label={text.dimension}
        value={by}
        onChange={({ currentTarget }) => setBy(currentTarget.value as typeof by)}
      >
        {Object.entries(text.dimensions).map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </select>
      <Read of={reading}>
        {() => (
          <>
            {rows.length === 0 && <p class="none">{text.nothing}</p>}
            <ul class="figures" aria-label={text.dimensions[by]}>
              {rows.map(([value, count]) => (
                <li key={String(value)}>
                  {by === 'eventLinkTargetDomain' && value ? (
                    <a class="link grow clip" href={`https://${value}/`} target="_blank" rel="noreferrer">
                      {String(value)}
                    </a>
                  ) : (
                    <span class="grow clip">{labelOf(value)}</span>
                  )}
                  {DIMENSIONS[by] === 'page_view' ? (
                    <Narrow only={{ column: by, value, label: labelOf(value) }} narrow={narrow} />
                  ) : (
                    <MostlyOn
                      subject={subject}
                      range={range}
                      events={DIMENSIONS[by]}
                      only={{ column: by, value, label: '' }}
                    />
                  )}
                  <b>{counted(Number(count))}</b>
                </li>
              ))}
            </ul>
          </>
        )}
      </Read>
    </section>
  )
}
