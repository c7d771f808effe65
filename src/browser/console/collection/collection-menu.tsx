// What the admins of a collection can do with it: rename it, and delete it.
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Confirm } from '../../ui/confirm.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog, textIn } from '../../ui/form-dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { say } from '../../ui/toasts.tsx'
import { words } from '../../words.ts'
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import type { ReplyTo } from '../api/operations.ts'
import { places } from '../places.ts'
import { refreshSpaces } from '../spaces/changing.ts'

const text = words.collection

export function CollectionMenu({ collection }: { collection: ReplyTo<'GET /collections/:collectionId'> }) {
  const { route } = useLocation()
  const [asking, setAsking] = useState<'rename' | 'remove' | undefined>(undefined)
  const [wrong, setWrong] = useState<string | undefined>(undefined)
  const { id: collectionId, title, description, organization } = collection
  const close = () => setAsking(undefined)
  const rename = async (form: FormData) => {
    const given = textIn(form, 'title')
    setWrong(given === '' ? text.needsTitle : undefined)
    if (given === '') return false
    return attempt(async () => {
      const body = { title: given, description: textIn(form, 'description') }
      await call('PATCH /collections/:collectionId', { collectionId, body })
      refreshSpaces()
    })
  }
  const remove = () =>
    attempt(async () => {
      await call('DELETE /collections/:collectionId', { collectionId })
      refreshSpaces()
      route(places.home(organization))
      say(text.removed(title))
    })
  return (
    <>
      <Menu
        class="btn bare icon"
        label={text.actions}
        items={[
          { label: text.rename, icon: 'edit', run: () => setAsking('rename') },
          { label: text.remove, icon: 'trash', run: () => setAsking('remove') },
        ]}
      >
        <Icon name="more" />
      </Menu>
      {asking === 'rename' && (
        <FormDialog heading={text.rename} button={words.save} cancel={words.cancel} save={rename} close={close}>
          <Field label={text.title} name="title" value={title} error={wrong} maxLength={50} />
          <Field label={text.description} name="description" value={description ?? ''} maxLength={100} />
        </FormDialog>
      )}
      {asking === 'remove' && (
        <Confirm
          title={text.removeAsk(title)}
          lead={text.removeLead}
          button={text.remove}
          cancel={words.cancel}
          run={remove}
          close={close}
        />
      )}
    </>
  )
}
