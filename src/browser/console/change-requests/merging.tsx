// What merging a change request will do, or what stands in its way.
import { useState } from 'preact/hooks'
import { Icon } from '../../ui/icon.tsx'
import { say } from '../../ui/toasts.tsx'
import { words } from '../../words.ts'
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import { places } from '../places.ts'
import { refreshContent } from '../space/writing.ts'
import { Addresses } from './addresses.tsx'
import { BrokenLinks } from './broken-links.tsx'
import { useBrokenRules } from './broken-rules.ts'
import { useConflictCount } from './conflict-count.ts'
import type { Place } from './place.ts'
import { refreshChangeRequests, saveChangeRequest } from './saving.ts'
import { useTrial } from './trial.ts'

const text = words.changeRequests.merging

export function Merging(place: Place) {
  const { space, changeRequest } = place
  const { status, outdated } = changeRequest
  const [isBusy, setBusy] = useState(false)
  const [declined, setDeclined] = useState<ReadonlySet<string>>(new Set())
  const conflicts = useConflictCount(place)
  const broken = useBrokenRules(place)
  const isOpen = status === 'open' || status === 'draft'
  const trial = useTrial(place, isOpen && outdated && conflicts === 0 && space.permissions.merge)
  if (status === 'merged' || status === 'archived')
    return (
      <section aria-labelledby="merging">
        <h2 id="merging">{text.title}</h2>
        <p class="soft">{text.closed[status]}</p>
      </section>
    )
  const path = { spaceId: space.id, changeRequestId: changeRequest.id }
  const act = (work: () => Promise<string>) => async () => {
    setBusy(true)
    await attempt(async () => say(await work()))
    refreshChangeRequests()
    refreshContent()
    setBusy(false)
  }
  const update = act(async () => {
    const { result } = await call('POST /spaces/:spaceId/change-requests/:changeRequestId/update', path)
    return text.updated[result]
  })
  const mayPass = broken.length > 0 && space.permissions.admin
  const merge = act(async () => {
    const { result } = await call('POST /spaces/:spaceId/change-requests/:changeRequestId/merge', {
      ...path,
      ...(mayPass && { query: { pastRules: true } }),
      body: { declinedRedirects: [...declined] },
    })
    return text.merged[result]
  })
  return (
    <section aria-labelledby="merging">
      <h2 id="merging">{text.title}</h2>
      <ul class="signs">
        {conflicts > 0 ? (
          <li class="warn">
            <Icon name="warn" />
            <a class="link" href={places.changeRequest(space.id, changeRequest.id, 'conflicts')}>
              {text.conflicts(conflicts)}
            </a>
          </li>
        ) : (
          <Outlook isOutdated={outdated} trial={trial} />
        )}
        {broken.map((rule) => (
          <li key={rule} class="warn">
            <Icon name="warn" />
            <span>{text.rules[rule](space.mergeRules?.approvals ?? 0)}</span>
          </li>
        ))}
        <BrokenLinks {...place} />
      </ul>
      {space.permissions.propose && <Addresses place={place} declined={declined} decline={setDeclined} />}
      {outdated && conflicts === 0 && space.permissions.propose && (
        <button type="button" class="btn" disabled={isBusy} onClick={update}>
          <Icon name="retry" />
          {text.update}
        </button>
      )}
      {status === 'draft' && space.permissions.propose && (
        <button type="button" class="btn" onClick={() => saveChangeRequest(place, { status: 'open' }, text.isOpen)}>
          <Icon name="branch" />
          {text.open}
        </button>
      )}
      {space.permissions.merge ? (
        <button
          type="button"
          class="btn main"
          disabled={isBusy || conflicts > 0 || trial === 'conflicts' || (broken.length > 0 && !mayPass)}
          onClick={merge}
        >
          <Icon name="merge" />
          {mayPass ? text.mergePast : text.merge}
        </button>
      ) : (
        <p class="small faint">{text.notYours}</p>
      )}
    </section>
  )
}

/** How the change request and main go together, as far as it is known. */
function Outlook({ isOutdated, trial }: { isOutdated: boolean; trial: ReturnType<typeof useTrial> }) {
  if (!isOutdated || trial === 'merge')
    return (
      <li class="good">
        <Icon name="check" />
        <span>{isOutdated ? text.goTogether : text.current}</span>
      </li>
    )
  return (
    <li class={trial ? 'warn' : ''}>
      <Icon name={trial ? 'warn' : 'clock'} />
      <span>{trial ? text.wouldConflict : text.outdated}</span>
    </li>
  )
}
