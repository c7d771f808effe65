// Who the readers of a site are, and what they follow and try.
import { useState } from 'preact/hooks'
import { siteWords } from '../../words-sites.ts'
import { places } from '../places.ts'
import { Read } from '../reading.tsx'
import { counted } from './chart.tsx'
import { usePartNames } from './insights-parts.ts'
import { type Asked, type Column, type Only, useFigures } from './insights-reading.ts'
import { FEW, Heading, Narrow, type PageLineProps, type Props, save, useCountedPage } from './insights-tables.tsx'

const text = siteWords.insights

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

const LANGUAGES = new Intl.DisplayNames('en', { type: 'language' })

/** Readers send what they like as their language. */
function languageOf(value: string): string {
  try {
    return LANGUAGES.of(value) ?? value
  } catch {
    return value
  }
}

/** What people call a browser, a system, a device or a language. */
function nameOf(by: keyof typeof DIMENSIONS, value: string): string {
  if (by === 'visitorLanguage') return languageOf(value)
  const isAgent = by === 'visitorBrowser' || by === 'visitorOS' || by === 'visitorDevice'
  return (isAgent && text.agents[value]) || value
}

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
    value === null || value === '' ? text.unknown : (names.get(String(value)) ?? nameOf(by, String(value)))
  return (
    <section aria-label={text.breakdown}>
      <Heading title={text.breakdown} run={() => void save(subject, range, asked, text.dimensions[by], labelOf)} />
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
