// Where a space is: its collection, and its organization.
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Confirm } from '../../ui/confirm.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { textIn } from '../../ui/form-dialog.tsx'
import { say } from '../../ui/toasts.tsx'
import { words } from '../../words.ts'
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import { useReading } from '../api/store.ts'
import { places } from '../places.ts'
import { refreshSpaces } from '../spaces/changing.ts'
import type { SpaceJson } from '../spaces/space-places.tsx'

const text = words.spaceSettings

export function Location({ space }: { space: SpaceJson }) {
  return (
    <section aria-label={text.place}>
      <h2>{text.place}</h2>
      <Collection space={space} />
      <Organization space={space} />
    </section>
  )
}

function Collection({ space }: { space: SpaceJson }) {
  const { value } = useReading('GET /orgs/:organizationId/collections', {
    organizationId: space.organization,
    query: { limit: 1000 },
  }).value
  const choices = (value?.items ?? []).filter(({ id, permissions }) => permissions.create || id === space.parent)
  const move = (form: FormData) =>
    attempt(async () => {
      const parent = textIn(form, 'collection') || null
      await call('POST /spaces/:spaceId/move', { spaceId: space.id, body: { parent } })
      refreshSpaces()
      say(text.moved)
    })
  return (
    <Choosing button={text.move} run={move}>
      <SelectField
        key={`${space.parent} ${choices.length}`}
        label={words.spaces.collection}
        name="collection"
        value={space.parent ?? ''}
        choices={[
          { value: '', label: words.spaces.noCollection },
          ...choices.map(({ id, title }) => ({ value: id, label: title || words.untitled })),
        ]}
      />
    </Choosing>
  )
}

/** Only for those who may create spaces in another organization. */
function Organization({ space }: { space: SpaceJson }) {
  const { route } = useLocation()
  const [asked, setAsked] = useState('')
  const { value } = useReading('GET /orgs', { query: { limit: 100 } }).value
  const others = (value?.items ?? []).filter(
    ({ id, permissions }) => id !== space.organization && permissions.createContent,
  )
  if (others.length === 0) return null
  const transfer = (organization: string) =>
    attempt(async () => {
      await call('POST /spaces/:spaceId/transfer', { spaceId: space.id, body: { organization } })
      refreshSpaces()
      route(places.space(space.id))
      say(text.transferred)
    })
  const chosen = others.find(({ id }) => id === asked)
  return (
    <>
      <Choosing button={text.transfer} run={(form) => setAsked(textIn(form, 'organization'))}>
        <SelectField
          label={text.organization}
          name="organization"
          help={text.transferHelp}
          choices={others.map(({ id, title }) => ({ value: id, label: title }))}
        />
      </Choosing>
      {chosen && (
        <Confirm
          title={text.transferAsk(space.title || words.untitled, chosen.title)}
          lead={text.transferHelp}
          button={text.transfer}
          cancel={words.cancel}
          run={() => transfer(chosen.id)}
          close={() => setAsked('')}
        />
      )}
    </>
  )
}

function Choosing(props: { button: string; run(form: FormData): void; children: preact.ComponentChildren }) {
  const { button, run, children } = props
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        run(new FormData(event.currentTarget as HTMLFormElement))
      }}
    >
      {children}
      <button type="submit" class="btn">
        {button}
      </button>
    </form>
  )
}
