// What people can do with a space: mute it, and as its admins more.
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Confirm } from '../../ui/confirm.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog, textIn } from '../../ui/form-dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { say } from '../../ui/toasts.tsx'
import { words } from '../../words.ts'
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import type { ReplyTo } from '../api/operations.ts'
import { refresh, useReading } from '../api/store.ts'
import { download } from '../download.ts'
import { useFavorite } from '../favorites/favorites.ts'
import { type Action, useActions } from '../palette/state.ts'
import { places } from '../places.ts'
import { refreshSpaces, removeSpace } from './changing.ts'
import { placesIn } from './space-places.tsx'

type Space = ReplyTo<'GET /spaces/:spaceId'>

export function SpaceMenu({ space }: { space: Space }) {
  const { route } = useLocation()
  const [asking, setAsking] = useState<'rename' | 'remove' | undefined>(undefined)
  const { id, title, permissions } = space
  const [wrong, setWrong] = useState<string | undefined>(undefined)
  const settings = useReading('GET /user/notification-settings', {}).value.value
  const isMuted = settings?.mutedSpaces.includes(id) ?? false
  const close = () => setAsking(undefined)
  const rename = async (form: FormData) => {
    const given = textIn(form, 'title')
    setWrong(given === '' ? words.spaces.needsTitle : undefined)
    return given !== '' && renameTo(given)
  }
  const renameTo = (given: string) =>
    attempt(async () => {
      await call('PATCH /spaces/:spaceId', { spaceId: id, body: { title: given } })
      refreshSpaces()
      say(words.spaces.renamed)
    })
  const duplicate = () =>
    attempt(async () => {
      const copy = await call('POST /spaces/:spaceId/duplicate', { spaceId: id })
      refreshSpaces()
      route(places.space(copy.id))
      say(words.spaces.duplicated)
    })
  const mute = () =>
    attempt(async () => {
      await call(isMuted ? 'DELETE /spaces/:spaceId/muted' : 'PUT /spaces/:spaceId/muted', { spaceId: id })
      refresh('GET /user/notification-settings')
      say(isMuted ? words.spaces.unmuted(title) : words.spaces.muted(title))
    })
  const openPdf = () => attempt(async () => download((await call('GET /spaces/:spaceId/pdf', { spaceId: id })).url))
  const forAdmins: Action[] = [
    { label: words.spaces.rename, icon: 'edit', run: () => setAsking('rename') },
    { label: words.spaces.duplicate, icon: 'copy', run: () => void duplicate() },
    { label: words.spaces.remove, icon: 'trash', run: () => setAsking('remove') },
  ]
  const favorite = useFavorite({ space: id })
  const ways = placesIn(space)
  const doings: Action[] = [
    { label: favorite.label, icon: 'star', run: () => void favorite.toggle() },
    { label: words.spaces.pdf, icon: 'import', run: () => void openPdf() },
    { label: isMuted ? words.spaces.unmute : words.spaces.mute, icon: 'bell', run: () => void mute() },
    ...(permissions.admin ? forAdmins : []),
  ]
  const items: MenuItem[] = [...ways.map(({ label, icon, href }) => ({ label, icon, href })), ...doings]
  useActions([
    ...ways.map(({ label, icon, href }) => ({ label, icon, run: () => route(href) })),
    ...doings.map((doing) => ({ ...doing, label: words.spaces.inPalette(doing.label) })),
  ])
  return (
    <>
      <Menu class="btn bare icon" label={words.spaces.actions} items={items}>
        <Icon name="updown" />
      </Menu>
      {asking === 'rename' && (
        <FormDialog heading={words.spaces.rename} button={words.save} cancel={words.cancel} save={rename} close={close}>
          <Field label={words.spaces.title} name="title" value={title} error={wrong} maxLength={50} />
        </FormDialog>
      )}
      {asking === 'remove' && (
        <Confirm
          title={words.spaces.removeAsk(title)}
          lead={words.spaces.removeLead}
          button={words.spaces.remove}
          cancel={words.cancel}
          run={() => removeSpace(space, route)}
          close={close}
        />
      )}
    </>
  )
}
