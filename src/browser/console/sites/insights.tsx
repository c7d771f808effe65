// What readers do on a site: views and readers over time, compared with the time before, pages, searches and feedback.
import { useMemo, useState } from 'preact/hooks'
import { Icon } from '../../ui/icon.tsx'
import { siteWords } from '../../words-sites.ts'
import { downloadCsv } from '../download.ts'
import { Read } from '../reading.tsx'
import { Chart, counted, dayOf } from './chart.tsx'
import { Breakdown } from './insights-breakdown.tsx'
import { Feedback } from './insights-feedback.tsx'
import { growth, type Point, RANGES, type Range, type RangeName, rangeOf, seriesOf } from './insights-range.ts'
import { type Only, type Subject, useFigures } from './insights-reading.ts'
import { Retention } from './insights-retention.tsx'
import { Searches, TopPages } from './insights-tables.tsx'
import { type Located, SiteFrame } from './site-frame.tsx'

const text = siteWords.insights

export const Insights = ({ siteId }: { siteId: string }) => (
  <SiteFrame siteId={siteId} place="insights">
    {(located) => <Figures {...located} />}
  </SiteFrame>
)

function Figures({ at, site }: Located) {
  const [name, setName] = useState<RangeName>('month')
  const [now, before] = useMemo(() => {
    const moment = new Date()
    return [rangeOf(name, moment), rangeOf(name, moment, true)]
  }, [name])
  const [only, setOnly] = useState<readonly Only[]>([])
  const narrow = (one: Only) => setOnly([...only.filter(({ column }) => column !== one.column), one])
  const subject = { at, only }
  return (
    <>
      <div class="row wrap">
        <fieldset class="seg" aria-label={text.range}>
          {(Object.keys(RANGES) as RangeName[]).map((one) => (
            <button key={one} type="button" aria-pressed={one === name} onClick={() => setName(one)}>
              {text.ranges[one]}
            </button>
          ))}
        </fieldset>
        <span class="small faint">{text.compared(dayOf(now.from), dayOf(now.to), dayOf(before.from))}</span>
      </div>
      <Filters only={only} change={setOnly} />
      <Totals subject={subject} now={now} before={before} />
      <Views subject={subject} now={now} before={before} title={site.title} />
      <div class="beside">
        <TopPages subject={subject} range={now} before={before} narrow={narrow} />
        <Searches subject={subject} range={now} site={site.urls.published} />
      </div>
      <div class="beside">
        <Breakdown subject={subject} range={now} narrow={narrow} />
        <Feedback subject={subject} />
      </div>
      {site.permissions?.admin && <Retention at={at} site={site} />}
    </>
  )
}

/** What is counted alone, each with a way to count everything again. */
function Filters({ only, change }: { only: readonly Only[]; change(only: readonly Only[]): void }) {
  if (only.length === 0) return <p class="small faint">{text.narrowLead}</p>
  return (
    <ul class="row wrap filters" aria-label={text.filters}>
      {only.map((one) => (
        <li key={one.column}>
          <button
            type="button"
            class="btn s"
            aria-label={text.widen(one.label)}
            onClick={() => change(only.filter((other) => other !== one))}
          >
            {one.label}
            <Icon name="close" />
          </button>
        </li>
      ))}
    </ul>
  )
}

interface Compared {
  subject: Subject
  now: Range
  before: Range
}

function Totals({ subject, now, before }: Compared) {
  const views = [useTotals(subject, now), useTotals(subject, before)] as const
  const searches = [useSearches(subject, now), useSearches(subject, before)] as const
  const ratings = [useRatings(subject, now), useRatings(subject, before)] as const
  return (
    <dl class="totals">
      <Total label={text.readers} now={views[0].readers} before={views[1].readers} />
      <Total label={text.views} now={views[0].views} before={views[1].views} />
      <Total label={text.searches} now={searches[0]} before={searches[1]} />
      <Total label={text.helpful} now={ratings[0]} before={ratings[1]} unit=" %" />
    </dl>
  )
}

function Total({
  label,
  now,
  before,
  unit = '',
}: {
  label: string
  now?: number | undefined
  before?: number | undefined
  unit?: string
}) {
  const isShare = unit !== ''
  const change = now === undefined || before === undefined ? undefined : isShare ? now - before : growth(now, before)
  return (
    <div>
      <dt>{label}</dt>
      <dd>{now === undefined ? '–' : `${counted(now)}${unit}`}</dd>
      {change !== undefined && (
        <dd class={change === 0 ? 'trend' : change < 0 ? 'trend bad' : 'trend good'}>
          {change !== 0 && <Icon name={change < 0 ? 'down' : 'up'} />}
          {isShare ? text.points(change) : text.change(change)}
        </dd>
      )}
    </div>
  )
}

/** Undefined until they are read: nobody is told of zero readers meanwhile. */
function useTotals(subject: Subject, range: Range): { views?: number; readers?: number } {
  const asked = { events: 'page_view', counts: ['eventsCount', 'visitorsCount'] } as const
  const { rows, reading } = useFigures(subject, range, asked)
  if (!reading.value) return {}
  const [views, readers] = (rows[0] ?? [0, 0]) as [number, number]
  return { views, readers }
}

function useSearches(subject: Subject, range: Range): number | undefined {
  const { rows, reading } = useFigures(subject, range, { events: 'search_type_query', counts: ['eventsCount'] })
  return reading.value && ((rows[0]?.[0] as number | undefined) ?? 0)
}

/** The share of ratings that are good; undefined without ratings. */
function useRatings(subject: Subject, range: Range): number | undefined {
  const { rows } = useFigures(subject, range, { events: 'page_post_feedback', counts: ['pageFeedbackRating'] })
  const { good = 0, ok = 0, bad = 0 } = (rows[0]?.[0] ?? {}) as Partial<Record<'good' | 'ok' | 'bad', number>>
  return good + ok + bad === 0 ? undefined : Math.round((good / (good + ok + bad)) * 100)
}

function Views({ subject, now, before, title }: Compared & { title: string }) {
  const current = useViews(subject, now)
  const earlier = useViews(subject, before)
  const save = () =>
    downloadCsv(`${title} ${text.views}.csv`, [
      [text.day, text.views, text.before],
      ...current.points.map(({ at, count }, index) => [at.slice(0, 10), count, earlier.points[index]?.count ?? 0]),
    ])
  return (
    <section aria-label={text.viewsOverTime}>
      <h2>
        {text.viewsOverTime}
        <span class="end" />
        <button type="button" class="btn s" aria-label={`${text.csv}: ${text.viewsOverTime}`} onClick={save}>
          <Icon name="down" />
          {text.csv}
        </button>
      </h2>
      <Read of={current.reading}>
        {() => <Chart label={text.chart(current.total)} now={current.points} before={earlier.points} />}
      </Read>
    </section>
  )
}

function useViews(subject: Subject, range: Range) {
  const asked = { events: 'page_view', by: 'datetime', interval: range.interval, counts: ['eventsCount'] } as const
  const { reading, rows } = useFigures(subject, range, asked)
  const points = seriesOf(
    range,
    rows.map(([day, count]): Point => ({ at: String(day), count: Number(count) })),
  )
  return { reading, points, total: points.reduce((sum, { count }) => sum + count, 0) }
}
