// Who may see a space, a collection or a site, and why: roles are given and taken in place.
import { useState } from 'preact/hooks'
import { Icon } from '../../ui/icon.tsx'
import { words } from '../../words.ts'
import { accessWords as text } from '../../words-access.ts'
import { useReading } from '../api/store.ts'
import { places } from '../places.ts'
import { isMissing, Missing } from '../reading.tsx'
import { Bar } from '../shell/bar.tsx'
import { enterOrganization } from '../shell/organization.ts'
import { WaysBar } from '../shell/ways.tsx'
import { SpaceFrame } from '../spaces/space-places.tsx'
import { Everyone } from './everyone.tsx'
import { GrantDialog } from './grant-dialog.tsx'
import { Grants } from './grants.tsx'
import { LevelField } from './level-field.tsx'
import type { Target } from './target.ts'

export const SpaceAccess = ({ spaceId }: { spaceId: string }) => (
  <SpaceFrame spaceId={spaceId} at="access">
    {({ id, title, organization, parent, defaultLevel }) => (
      <Access key={id} target={{ kind: 'space', id, title, organization, parent, defaultLevel }} />
    )}
  </SpaceFrame>
)

export function CollectionAccess({ collectionId }: { collectionId: string }) {
  const reading = useReading('GET /collections/:collectionId', { collectionId }).value
  const collection = reading.value
  if (isMissing(reading) || collection?.permissions.admin === false) return <Missing />
  if (collection) enterOrganization(collection.organization)
  const title = collection?.title || words.untitled
  return (
    <>
      <Bar title={`${words.spacePlaces.access} · ${title}`} shown={title} />
      <WaysBar label={text.ways} at="access">
        <a href={places.collection(collectionId)}>{words.rail.spaces}</a>
        <a href={`${places.collection(collectionId)}/access`} aria-current="page">
          {words.spacePlaces.access}
        </a>
      </WaysBar>
      <main class="scroll" id="main" tabIndex={-1} aria-label={words.spacePlaces.access}>
        <div class="home">
          <h1>{words.spacePlaces.access}</h1>
          {collection && <Access key={collection.id} target={{ kind: 'collection', ...collection }} />}
        </div>
      </main>
    </>
  )
}

export function Access({ target }: { target: Target }) {
  const [isGranting, setGranting] = useState(false)
  /** Counts changes: the list of everyone begins again. */
  const [round, setRound] = useState(0)
  const changed = () => setRound((before) => before + 1)
  return (
    <div class="access-parts">
      <section aria-label={text.general}>
        <h2>{text.general}</h2>
        {target.kind === 'site' ? (
          <p class="soft">
            {text.siteLead} {text.generalLead}
          </p>
        ) : (
          <LevelField target={target} changed={changed} />
        )}
      </section>
      <section aria-label={text.granted}>
        <h2>
          <span class="grow">{text.granted}</span>
          <button type="button" class="btn s" onClick={() => setGranting(true)}>
            <Icon name="plus" />
            {text.grant}
          </button>
        </h2>
        <Grants target={target} changed={changed} />
      </section>
      <section aria-label={text.everyone}>
        <h2>{text.everyone}</h2>
        <Everyone key={round} target={target} />
      </section>
      {isGranting && <GrantDialog target={target} granted={changed} close={() => setGranting(false)} />}
    </div>
  )
}
