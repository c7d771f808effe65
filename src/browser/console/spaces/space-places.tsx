// The places of a space beside its pages, and the way between them.
import type { ComponentChildren } from 'preact'
import type { IconName } from '../../ui/icons.ts'
import { words } from '../../words.ts'
import type { ReplyTo } from '../api/operations.ts'
import { useReading } from '../api/store.ts'
import { places } from '../places.ts'
import { isMissing, Missing, Read } from '../reading.tsx'
import { Bar } from '../shell/bar.tsx'
import { enterOrganization } from '../shell/organization.ts'
import { WaysBar } from '../shell/ways.tsx'
import { DeletedSpace } from './deleted-space.tsx'

export type SpaceJson = ReplyTo<'GET /spaces/:spaceId'>

export type SpacePlace = keyof typeof words.spacePlaces

interface Known {
  icon: IconName
  /** Who finds something there. */
  isFor(permissions: SpaceJson['permissions']): boolean
}

const PLACES: Partial<Record<SpacePlace, Known>> = {
  files: { icon: 'image', isFor: () => true },
  'reusable-contents': { icon: 'copy', isFor: () => true },
  variables: { icon: 'math', isFor: () => true },
  import: { icon: 'import', isFor: ({ propose }) => propose },
  git: { icon: 'branch', isFor: () => true },
  'change-requests': { icon: 'branch', isFor: ({ view }) => view },
  history: { icon: 'clock', isFor: ({ view }) => view },
  bin: { icon: 'trash', isFor: ({ propose }) => propose },
  access: { icon: 'lock', isFor: ({ admin }) => admin },
  settings: { icon: 'edit', isFor: ({ admin }) => admin },
}

/** The places that a person finds in a space. */
export const placesIn = ({ id, permissions }: SpaceJson) =>
  Object.entries(PLACES)
    .filter(([, { isFor }]) => isFor(permissions))
    .map(([name, { icon }]) => ({
      name: name as SpacePlace,
      icon,
      label: words.spacePlaces[name as SpacePlace],
      href: places.inSpace(id, name),
    }))

interface Props {
  spaceId: string
  at: SpacePlace
  /** Where the pages are: in a draft, or main. */
  pagesAt?: string | undefined
  /** Beside the title of the space. */
  aside?(space: SpaceJson): ComponentChildren
  actions?(space: SpaceJson): ComponentChildren
  children(space: SpaceJson): ComponentChildren
}

/** Frames a place of a space. Those who may not be there find nothing. */
export function SpaceFrame({ spaceId, at, pagesAt, aside, actions, children }: Props) {
  const reading = useReading('GET /spaces/:spaceId', { spaceId }).value
  const { value: space } = reading
  if (isMissing(reading) || (space && !PLACES[at]!.isFor(space.permissions))) return <Missing />
  if (space) enterOrganization(space.organization)
  if (space?.deletedAt) return <DeletedSpace space={space} />
  const title = words.spacePlaces[at]
  return (
    <>
      <Bar
        title={space ? `${title} · ${space.title}` : title}
        shown={space?.title || words.untitled}
        aside={space && aside?.(space)}
      >
        {space && actions?.(space)}
      </Bar>
      {space && <Ways space={space} at={at} pagesAt={pagesAt} />}
      <main class="scroll" id="main" tabIndex={-1} aria-label={title}>
        <div class="home">
          <h1>{title}</h1>
          <Read of={reading}>{children}</Read>
        </div>
      </main>
    </>
  )
}

export function Ways({ space, at, pagesAt }: { space: SpaceJson } & Pick<Props, 'at' | 'pagesAt'>) {
  return (
    <WaysBar label={words.spaces.places} at={at}>
      <a href={pagesAt ?? places.space(space.id)}>{words.space.pages}</a>
      {placesIn(space).map(({ name, label, href }) => (
        <a key={name} href={href} aria-current={name === at ? 'page' : undefined}>
          {label}
        </a>
      ))}
    </WaysBar>
  )
}
