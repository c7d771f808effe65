// Bringing what has changed in main since into a change request.
import { useState } from 'preact/hooks'
import { Icon } from '../../ui/icon.tsx'
import { say } from '../../ui/toasts.tsx'
import { words } from '../../words.ts'
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import { refreshContent } from '../space/writing.ts'
import type { Place } from './place.ts'
import { refreshChangeRequests } from './saving.ts'

const text = words.changeRequests.merging

/** Does what changes the content of a change request or of main, and says how it went. */
export function useAct() {
  const [isBusy, setBusy] = useState(false)
  const act = async (work: () => Promise<string>) => {
    setBusy(true)
    await attempt(async () => say(await work()))
    refreshChangeRequests()
    refreshContent()
    setBusy(false)
  }
  return { isBusy, act }
}

export function UpdateButton({ space, changeRequest }: Place) {
  const { isBusy, act } = useAct()
  const update = () =>
    act(async () => {
      const { result } = await call('POST /spaces/:spaceId/change-requests/:changeRequestId/update', {
        spaceId: space.id,
        changeRequestId: changeRequest.id,
      })
      return text.updated[result]
    })
  return (
    <button type="button" class="btn" disabled={isBusy} onClick={() => void update()}>
      <Icon name="retry" />
      {text.update}
    </button>
  )
}
