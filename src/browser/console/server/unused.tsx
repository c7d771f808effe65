// What is stored although nothing needs it: how much, when it was last collected, and a way to collect it now.
import { useEffect } from 'preact/hooks'
import { Icon } from '../../ui/icon.tsx'
import { Time } from '../../ui/time.tsx'
import { say } from '../../ui/toasts.tsx'
import { serverWords } from '../../words-server.ts'
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import { refresh, useReading } from '../api/store.ts'
import { Read } from '../reading.tsx'
import { ServerFrame, sizeOf } from './frame.tsx'

const text = serverWords.unused
const UNUSED = 'GET /server/unused'
const LOOK_AGAIN = 2000

export function Unused() {
  const reading = useReading(UNUSED, {}).value
  const { value } = reading
  const isDue = value?.nextAt !== undefined && Date.parse(value.nextAt) <= Date.now()
  const isGoing = value !== undefined && (value.running || isDue)
  useEffect(() => {
    if (!isGoing) return
    const timer = setTimeout(() => refresh(UNUSED), LOOK_AGAIN)
    return () => clearTimeout(timer)
  }, [value])
  const collect = () =>
    attempt(async () => {
      await call('POST /server/unused/collect', {})
      refresh(UNUSED)
      say(text.asked)
    })
  return (
    <ServerFrame
      at="unused"
      actions={
        <button type="button" class="btn main" disabled={isGoing} onClick={() => void collect()}>
          <Icon name="clock" />
          {text.collect}
        </button>
      }
    >
      <Read of={reading}>
        {({ files, bytes, objects, days, last, nextAt }) => (
          <>
            <p class="soft">{text.lead(days)}</p>
            <dl class="facts">
              <dt>{text.files}</dt>
              <dd>{text.amount(files, sizeOf(bytes))}</dd>
              <dt>{text.objects}</dt>
              <dd>{objects.toLocaleString('en')}</dd>
              <dt>{text.last}</dt>
              <dd>
                {last ? <Time at={last.endedAt} /> : text.never}
                {last && ` · ${text.removed(last.files, sizeOf(last.bytes), last.objects)}`}
              </dd>
              <dt>{text.next}</dt>
              <dd>
                <span role="status">{isGoing ? text.going : ''}</span>
                {!isGoing && (nextAt ? <Time at={nextAt} /> : text.never)}
              </dd>
            </dl>
          </>
        )}
      </Read>
    </ServerFrame>
  )
}
