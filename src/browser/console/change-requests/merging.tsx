// What merging a change request will do, or what stands in its way.
import { useState } from 'preact/hooks'
import { Icon } from '../../ui/icon.tsx'
import { words } from '../../words.ts'
import { call } from '../api/client.ts'
import { places } from '../places.ts'
import { Addresses } from './addresses.tsx'
import { BrokenLinks } from './broken-links.tsx'
import { useBrokenRules } from './broken-rules.ts'
import { useConflictCount } from './conflict-count.ts'
import type { Place } from './place.ts'
import { saveChangeRequest } from './saving.ts'
import { type Outcome, useTrial } from './trial.ts'
import { UpdateButton, useAct } from './updating.tsx'

const text = words.changeRequests.merging

export function Merging(place: Place) {
  const { space, changeRequest } = place
  const { status, outdated } = changeRequest
  const { isBusy, act } = useAct()
  const [declined, setDeclined] = useState<ReadonlySet<string>>(new Set())
  const conflicts = useConflictCount(place)
  const broken = useBrokenRules(place)
  const trial = useTrial(place)
  if (status === 'merged' || status === 'archived')
    return (
      <section aria-labelledby="merging">
        <h2 id="merging">{text.title}</h2>
        <p class="soft">{text.closed[status]}</p>
      </section>
    )
  const mayPass = broken.length > 0 && space.permissions.admin
  const merge = () =>
    act(async () => {
      const { result } = await call('POST /spaces/:spaceId/change-requests/:changeRequestId/merge', {
        spaceId: space.id,
        changeRequestId: changeRequest.id,
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
      {outdated && conflicts === 0 && space.permissions.propose && <UpdateButton {...place} />}
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
          onClick={() => void merge()}
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
function Outlook({ isOutdated, trial }: { isOutdated: boolean; trial: Outcome | undefined }) {
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
