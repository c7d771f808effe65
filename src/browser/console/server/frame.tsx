// The frame of the places of the server, and the way between them. Those who are no server admins find nothing.
import type { ComponentChildren } from 'preact'
import { serverWords as text } from '../../words-server.ts'
import { useReading } from '../api/store.ts'
import { places } from '../places.ts'
import { Missing, Read } from '../reading.tsx'
import { Bar } from '../shell/bar.tsx'
import { enterOrganization, organizationId } from '../shell/organization.ts'
import { WaysBar } from '../shell/ways.tsx'

export type ServerPlace = keyof typeof text.places

const PLACES = Object.keys(text.places) as ServerPlace[]

interface Props {
  at: ServerPlace
  actions?: ComponentChildren
  /** The place is a long list, which scrolls itself. */
  isList?: boolean
  children: ComponentChildren
}

export function ServerFrame({ at, actions, isList = false, children }: Props) {
  const reading = useReading('GET /user', {}).value
  // Whoever comes here first is in their first organization.
  const first = useReading('GET /orgs', { query: { limit: 100 } }).value.value?.items[0]
  if (!organizationId.value && first) enterOrganization(first.id)
  if (reading.value && !reading.value.serverAdmin) return <Missing />
  const name = text.places[at]
  return (
    <>
      <Bar title={`${name} · ${text.title}`} shown={text.title}>
        {actions}
      </Bar>
      <WaysBar label={text.ways} at={at}>
        {PLACES.map((place) => (
          <a key={place} href={places.server(place)} aria-current={place === at ? 'page' : undefined}>
            {text.places[place]}
          </a>
        ))}
      </WaysBar>
      <main class={isList ? 'list-place' : 'scroll'} id="main" tabIndex={-1} aria-label={name}>
        <div class={isList ? 'home list-home' : 'home'}>
          <h1>{name}</h1>
          <Read of={reading}>{() => children}</Read>
        </div>
      </main>
    </>
  )
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte']

/** A size as people say it: 12 MB. */
export function sizeOf(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1)
  const unit = { style: 'unit', unit: UNITS[power]!, maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat('en', unit).format(bytes / 1000 ** power)
}
