// Creates a collection in the organization that is shown.
import { signal } from '@preact/signals'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Field } from '../../ui/field.tsx'
import { FormDialog, textIn } from '../../ui/form-dialog.tsx'
import { words } from '../../words.ts'
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import { places } from '../places.ts'
import { organizationId } from '../shell/organization.ts'
import { refreshSpaces } from '../spaces/changing.ts'

const text = words.collection

const isOpen = signal(false)

export const askForCollection = (): void => {
  isOpen.value = true
}

export function NewCollection() {
  const { route } = useLocation()
  const [error, setError] = useState<string | undefined>(undefined)
  const organization = organizationId.value
  if (!isOpen.value || !organization) return null
  const close = () => {
    isOpen.value = false
    setError(undefined)
  }
  const save = async (form: FormData) => {
    const title = textIn(form, 'title')
    setError(title === '' ? text.needsTitle : undefined)
    if (title === '') return false
    return attempt(async () => {
      const made = await call('POST /orgs/:organizationId/collections', {
        organizationId: organization,
        body: { title },
      })
      refreshSpaces()
      route(places.collection(made.id))
    })
  }
  return (
    <FormDialog
      heading={text.create}
      lead={text.createLead}
      button={text.createIt}
      cancel={words.cancel}
      save={save}
      close={close}
    >
      <Field label={text.title} name="title" error={error} maxLength={50} />
    </FormDialog>
  )
}
