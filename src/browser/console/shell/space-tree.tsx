// The spaces of an organization in their collections.
import { Emoji } from '../../ui/emoji.tsx'
import { Icon } from '../../ui/icon.tsx'
import { words } from '../../words.ts'
import type { ReplyTo } from '../api/operations.ts'
import { useReading } from '../api/store.ts'
import { askForCollection } from '../collection/new-collection.tsx'
import { closedCollections } from '../person.ts'
import { places } from '../places.ts'
import { askForSpace, useMayCreate } from '../spaces/new-space.tsx'
import { isCurrent } from './current.ts'
import { dragProps, dropClass, followFocus, headingDropProps, moveByKey } from './space-moves.ts'

type Space = ReplyTo<'GET /orgs/:organizationId/spaces'>['items'][number]
type Collection = ReplyTo<'GET /orgs/:organizationId/collections'>['items'][number]

/** Enough for the rail; the palette finds the rest. */
const MAX = 1000

export function SpaceTree({ organization }: { organization: string }) {
  const input = { organizationId: organization, query: { limit: MAX } }
  const spaces = useReading('GET /orgs/:organizationId/spaces', input).value.value?.items
  const collections = useReading('GET /orgs/:organizationId/collections', input).value.value?.items
  const mayCreate = useMayCreate()
  if (!spaces || !collections) return null
  return (
    <>
      <h2 class={`cap${dropClass('')}`} {...headingDropProps({ spaces, collections })}>
        {words.rail.spaces}
        {mayCreate && (
          <span class="making">
            <button
              type="button"
              class="btn bare icon s"
              aria-label={words.collection.create}
              title={words.collection.create}
              onClick={askForCollection}
            >
              <Icon name="folder" />
            </button>
            <button
              type="button"
              class="btn bare icon s"
              aria-label={words.spaces.create}
              title={words.spaces.create}
              onClick={askForSpace}
            >
              <Icon name="plus" />
            </button>
          </span>
        )}
      </h2>
      {spaces.length === 0 && collections.length === 0 ? (
        <p class="small faint none">{words.rail.noSpaces}</p>
      ) : (
        <Level parent={undefined} spaces={spaces} collections={collections} />
      )}
    </>
  )
}

interface LevelProps {
  parent: string | undefined
  spaces: readonly Space[]
  collections: readonly Collection[]
}

function Level({ parent, spaces, collections }: LevelProps) {
  return (
    <ul>
      {collections
        .filter((collection) => collection.parent === parent)
        .map((collection) => (
          <Folder key={collection.id} collection={collection} spaces={spaces} collections={collections} />
        ))}
      {spaces
        .filter((space) => space.parent === parent)
        .map(({ id, title, emoji }) => (
          <li key={id}>
            <a
              ref={followFocus(id)}
              class={dropClass(id).trim()}
              href={places.space(id)}
              aria-current={isCurrent(places.space(id), true) ? 'page' : undefined}
              onKeyDown={(event) => moveByKey(event, { spaces, collections }, { kind: 'space', id })}
              {...dragProps({ spaces, collections }, { kind: 'space', id })}
            >
              {emoji ? <Emoji code={emoji} /> : <Icon name="book" />}
              <span>{title || words.untitled}</span>
            </a>
          </li>
        ))}
    </ul>
  )
}

function Folder({ collection, ...rest }: Omit<LevelProps, 'parent'> & { collection: Collection }) {
  const { id, title } = collection
  const isClosed = closedCollections.value.includes(id)
  const toggle = () => {
    const others = closedCollections.value.filter((other) => other !== id)
    closedCollections.value = isClosed ? others : [...others, id]
  }
  return (
    <li>
      <div class={`folder${dropClass(id)}`} {...dragProps(rest, { kind: 'collection', id })}>
        <button
          type="button"
          class="twist"
          aria-expanded={!isClosed}
          aria-label={isClosed ? words.space.expand(title) : words.space.collapse(title)}
          onClick={toggle}
        >
          <Icon name="chevron" />
        </button>
        <a
          href={places.collection(id)}
          aria-current={isCurrent(places.collection(id)) ? 'page' : undefined}
          ref={followFocus(id)}
          draggable={false}
          onKeyDown={(event) => moveByKey(event, rest, { kind: 'collection', id })}
        >
          <span>{title || words.untitled}</span>
        </a>
      </div>
      {!isClosed && <Level parent={id} {...rest} />}
    </li>
  )
}
