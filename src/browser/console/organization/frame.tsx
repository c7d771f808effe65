// The places where an organization is managed, and the way between those that belong together.
import type { ComponentChildren } from 'preact'
import { organizationWords } from '../../words-organization.ts'
import { useReading } from '../api/store.ts'
import { places } from '../places.ts'
import { isMissing, Missing, Read } from '../reading.tsx'
import { Bar } from '../shell/bar.tsx'
import { enterOrganization } from '../shell/organization.ts'
import { WaysBar } from '../shell/ways.tsx'
import { groupOf, type OrganizationJson, type OrganizationPlace } from './groups.ts'

export type { OrganizationJson }

interface Props {
  organizationId: string
  at: OrganizationPlace
  /** What is shown instead of the name of the place: it is about one thing of the place. */
  title?: string | undefined
  actions?(organization: OrganizationJson): ComponentChildren
  /** The place scrolls by itself, because its list is long. */
  isList?: boolean
  children(organization: OrganizationJson): ComponentChildren
}

/** Frames a place of the organization. Those who may not be there find nothing. */
export function OrganizationFrame({ organizationId, at, title, actions, isList, children }: Props) {
  enterOrganization(organizationId)
  const reading = useReading('GET /orgs/:organizationId', { organizationId }).value
  const { value: organization } = reading
  if (isMissing(reading) || (organization && !groupOf(at)[at]!(organization))) return <Missing />
  const name = title ?? organizationWords.places[at]
  return (
    <>
      <Bar title={organization ? `${name} · ${organization.title}` : name} shown={organization?.title ?? ''}>
        {organization && actions?.(organization)}
      </Bar>
      {organization && <Ways organization={organization} at={at} />}
      <main class={isList ? 'list-place' : 'scroll'} id="main" tabIndex={-1} aria-label={name}>
        <div class={isList ? 'home list-home' : 'home'}>
          <h1>{name}</h1>
          <Read of={reading}>{children}</Read>
        </div>
      </main>
    </>
  )
}

function Ways({ organization, at }: { organization: OrganizationJson; at: OrganizationPlace }) {
  const group = Object.entries(groupOf(at)).filter(([, isFor]) => isFor(organization))
  if (group.length < 2) return null
  return (
    <WaysBar label={organizationWords.ways} at={at}>
      {group.map(([place]) => (
        <a
          key={place}
          href={places.inOrganization(organization.id, place)}
          aria-current={place === at ? 'page' : undefined}
        >
          {organizationWords.places[place as OrganizationPlace]}
        </a>
      ))}
    </WaysBar>
  )
}
