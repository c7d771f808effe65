// A collection: the spaces in it.
import { Emoji } from '../../ui/emoji.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Time } from '../../ui/time.tsx'
import { words } from '../../words.ts'
import { useReading } from '../api/store.ts'
import { places } from '../places.ts'
import { isMissing, Missing, Read } from '../reading.tsx'
import { Bar } from '../shell/bar.tsx'
import { enterOrganization } from '../shell/organization.ts'
import { askForSpace } from '../spaces/new-space.tsx'
import { CollectionMenu } from './collection-menu.tsx'

export function Collection({ collectionId }: { collectionId: string }) {
  const collection = useReading('GET /collections/:collectionId', { collectionId }).value
  const spaces = useReading('GET /collections/:collectionId/spaces', { collectionId, query: { limit: 1000 } }).value
  if (isMissing(collection)) return <Missing />
  if (collection.value) enterOrganization(collection.value.organization)
  const title = collection.value?.title ?? words.loading
  const mayCreate = collection.value?.permissions.create
  const create = (
    <button type="button" class="btn main" onClick={askForSpace}>
      <Icon name="plus" />
      {words.spaces.create}
    </button>
  )
  return (
    <>
      <Bar
        title={title}
        aside={collection.value?.permissions.admin && <CollectionMenu collection={collection.value} />}
      >
        {collection.value?.permissions.admin && (
          <a class="btn" href={`${places.collection(collectionId)}/access`}>
            <Icon name="lock" />
            {words.spacePlaces.access}
          </a>
        )}
        {mayCreate && spaces.value && spaces.value.items.length > 0 && create}
      </Bar>
      <main class="scroll" id="main" tabIndex={-1} aria-label={title}>
        <div class="home">
          <h1>{collection.value?.title}</h1>
          {collection.value?.description && <p class="soft">{collection.value.description}</p>}
          <Read of={spaces}>
            {({ items }) =>
              items.length === 0 ? (
                <div class="empty">
                  <p>
                    {words.collection.none}. {mayCreate ? words.collection.firstLead : words.collection.noneLead}
                  </p>
                  {mayCreate && <div class="row">{create}</div>}
                </div>
              ) : (
                <ul class="lines">
                  {items.map(({ id, title, emoji, updatedAt }) => (
                    <li key={id}>
                      {emoji ? <Emoji code={emoji} /> : <Icon name="book" />}
                      <div>
                        <a class="what" href={places.space(id)}>
                          {title || words.untitled}
                        </a>
                        <p class="faint">
                          {words.updated} <Time at={updatedAt} />
                        </p>
                      </div>
                    </li>
                  ))}
                </ul>
              )
            }
          </Read>
        </div>
      </main>
    </>
  )
}
