// Creates a space, in the organization that is shown: empty, from a template, from an import or from a Git repository.
import { signal } from '@preact/signals'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Field } from '../../ui/field.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { FormDialog, textIn } from '../../ui/form-dialog.tsx'
import { words } from '../../words.ts'
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import type { Input } from '../api/operations.ts'
import { refresh, useReading } from '../api/store.ts'
import { places } from '../places.ts'
import { path } from '../shell/current.ts'
import { organizationId } from '../shell/organization.ts'

export const isNewSpaceOpen = signal(false)

export const askForSpace = (): void => {
  isNewSpaceOpen.value = true
}

/** Whether the person may create spaces where they are. */
export function useMayCreate(): boolean {
  const id = organizationId.value
  const { value } = useReading('GET /orgs/:organizationId', id ? { organizationId: id } : null).value
  return value?.permissions.createContent ?? false
}

export function NewSpace() {
  return isNewSpaceOpen.value && organizationId.value ? <Asking organization={organizationId.value} /> : null
}

type NewSpaceBody = Input<'POST /orgs/:organizationId/spaces'>['body']
type Start = keyof typeof words.spaces.starts

const STARTS = Object.keys(words.spaces.starts) as Start[]
/** These begin with a place of the space. */
const FROM_ELSEWHERE: readonly Start[] = ['import', 'git']

const MAX_TITLE = 50

/** A space that somebody makes in a collection begins there. */
function useCollectionHere(): string {
  const [, id = ''] = path.value.split(places.collection(''))
  return id.split('/')[0]!
}

function Asking({ organization }: { organization: string }) {
  const { route } = useLocation()
  const [error, setError] = useState<string | undefined>(undefined)
  const { value } = useReading('GET /orgs/:organizationId/collections', {
    organizationId: organization,
    query: { limit: 1000 },
  }).value
  const here = useCollectionHere()
  const collections = (value?.items ?? []).filter(({ permissions }) => permissions.create)
  const save = async (form: FormData) => {
    const [title, parent, start] = [textIn(form, 'title'), textIn(form, 'collection'), textIn(form, 'start') as Start]
    if (title === '') {
      setError(words.spaces.needsTitle)
      return false
    }
    const isElsewhere = FROM_ELSEWHERE.includes(start)
    const template = start !== 'empty' && !isElsewhere ? (start as NonNullable<NewSpaceBody['template']>) : undefined
    return attempt(async () => {
      const body = { title, ...(parent && { parent }), ...(template && { template }) }
      const { id } = await call('POST /orgs/:organizationId/spaces', { organizationId: organization, body })
      refresh('GET /orgs/:organizationId/spaces', 'GET /collections/:collectionId/spaces')
      route(isElsewhere ? places.inSpace(id, start) : places.space(id))
    })
  }
  return (
    <FormDialog
      heading={words.spaces.create}
      button={words.spaces.createIt}
      cancel={words.cancel}
      save={save}
      close={() => {
        isNewSpaceOpen.value = false
      }}
    >
      <Field
        label={words.spaces.title}
        name="title"
        help={words.spaces.titleHelp}
        error={error}
        maxLength={MAX_TITLE}
      />
      <fieldset class="starts">
        <legend>{words.spaces.startWith}</legend>
        {STARTS.map((start) => (
          <label key={start}>
            <input type="radio" name="start" value={start} defaultChecked={start === 'empty'} />
            <span>
              {words.spaces.starts[start].label}
              <small class="faint">{words.spaces.starts[start].lead}</small>
            </span>
          </label>
        ))}
      </fieldset>
      {collections.length > 0 && (
        <SelectField
          label={words.spaces.collection}
          name="collection"
          value={here}
          choices={[
            { value: '', label: words.spaces.noCollection },
            ...collections.map(({ id, title }) => ({ value: id, label: title || words.untitled })),
          ]}
        />
      )}
    </FormDialog>
  )
}
