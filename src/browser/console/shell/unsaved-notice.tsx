// Says which pages have text that is not saved, and leads there.
import { useEffect, useState } from 'preact/hooks'
import { Confirm } from '../../ui/confirm.tsx'
import { words } from '../../words.ts'
import { useReading } from '../api/store.ts'
import { forgetUnsaved } from '../space/unsaved.ts'
import {
  checkUnsavedPages,
  findUnsavedPages,
  tellNoMore,
  type UnsavedPage,
  unsavedPages,
} from '../space/unsaved-pages.ts'

const text = words.unsavedPage
const PAUSE = 5000

export function UnsavedNotice() {
  const { value: user } = useReading('GET /user', {}).value
  const [discarding, setDiscarding] = useState<UnsavedPage | undefined>(undefined)
  const pages = unsavedPages.value
  useEffect(() => {
    if (user) void findUnsavedPages(user.id)
  }, [user?.id])
  useEffect(() => {
    if (pages.length === 0) return
    const timer = setInterval(() => void checkUnsavedPages(), PAUSE)
    return () => clearInterval(timer)
  }, [pages])
  const discard = async ({ key }: UnsavedPage) => {
    await forgetUnsaved(key)
    tellNoMore(key)
  }
  return (
    <>
      {pages.map((page) => (
        <p key={page.key} class="notice" role="status">
          {page.isTried ? text.tried(page.title || words.untitled) : text.kept(page.title || words.untitled)}
          <a class="link" href={page.address}>
            {text.open}
          </a>
          {!page.isTried && (
            <button type="button" class="btn s" onClick={() => setDiscarding(page)}>
              {text.discard}
            </button>
          )}
        </p>
      ))}
      {discarding && (
        <Confirm
          title={text.discardTitle(discarding.title || words.untitled)}
          lead={text.discardLead}
          button={text.discard}
          cancel={words.cancel}
          run={() => discard(discarding)}
          close={() => setDiscarding(undefined)}
        />
      )}
    </>
  )
}
