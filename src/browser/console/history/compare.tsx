// Any two revisions of a space compared, or one with the revision before it. From the head to an earlier one, it shows what going back would change.
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Icon } from '../../ui/icon.tsx'
import { say } from '../../ui/toasts.tsx'
import { words } from '../../words.ts'
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import { refresh, useReading } from '../api/store.ts'
import { Changes } from '../changes/changes.tsx'
import { useFollowing } from '../live/follow.ts'
import { places } from '../places.ts'
import { isMissing, Missing } from '../reading.tsx'
import { Bar } from '../shell/bar.tsx'
import { enterOrganization } from '../shell/organization.ts'
import { refreshContent } from '../space/writing.ts'

const text = words.history

interface Props {
  spaceId: string
  /** Absent: the revision before. */
  from?: string
  to: string
  pageId?: string
}

export function Compare({ spaceId, from, to, pageId }: Props) {
  useFollowing(spaceId)
  const { route } = useLocation()
  const [isBusy, setBusy] = useState(false)
  const space = useReading('GET /spaces/:spaceId', { spaceId }).value
  const changes = useReading('GET /spaces/:spaceId/revisions/:revisionId/changes', {
    spaceId,
    revisionId: to,
    query: { ...(from && { from }), limit: 1 },
  }).value
  if (isMissing(space) || isMissing(changes)) return <Missing />
  if (space.value) enterOrganization(space.value.organization)
  const shown = from === undefined ? words.changes.title : text.compared
  const isEarlier = from !== undefined && space.value?.revision === from
  const isBack = isEarlier && space.value?.permissions.edit === true
  const rollBack = async () => {
    setBusy(true)
    await attempt(async () => {
      await call('POST /spaces/:spaceId/revisions/:revisionId/rollback', { spaceId, revisionId: to })
      refresh('GET /spaces/:spaceId', 'GET /spaces/:spaceId/revisions')
      refreshContent()
      say(text.isBack)
      route(places.history(spaceId))
    })
    setBusy(false)
  }
  return (
    <>
      <Bar
        title={`${isBack ? text.backTitle : shown} · ${space.value?.title ?? ''}`}
        shown={isBack ? text.backTitle : shown}
        aside={
          <a class="btn bare s" href={places.history(spaceId)}>
            <Icon name="clock" />
            {text.title}
          </a>
        }
      >
        {isBack && (
          <button type="button" class="btn main" disabled={isBusy} onClick={rollBack}>
            <Icon name="retry" />
            {text.backNow}
          </button>
        )}
      </Bar>
      {isEarlier && !isBack && space.value && <p class="small soft notice">{text.noWayBack[space.value.editMode]}</p>}
      <Changes
        key={`${from} ${to}`}
        of={{ space: spaceId, from, to }}
        at={from ? places.compare(spaceId, from, to) : places.changesOfRevision(spaceId, to)}
        pageId={pageId}
        labels={isEarlier ? [text.now, text.earlier] : [words.changes.before, words.changes.after]}
      />
    </>
  )
}
