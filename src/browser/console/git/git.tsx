// The Git repository of a space: what is connected, imports and exports, and how the last one went.
import { useEffect, useState } from 'preact/hooks'
import { Icon } from '../../ui/icon.tsx'
import { Time } from '../../ui/time.tsx'
import { words } from '../../words.ts'
import type { ReplyTo } from '../api/operations.ts'
import { refresh, useReading } from '../api/store.ts'
import { Runs } from '../imports/runs.tsx'
import { Read } from '../reading.tsx'
import { refreshContent } from '../space/writing.ts'
import { SpaceFrame, type SpaceJson } from '../spaces/space-places.tsx'
import { GitForm } from './git-form.tsx'

type State = ReplyTo<'GET /spaces/:spaceId/git/info'>

const INFO = 'GET /spaces/:spaceId/git/info'
const PAUSE = 1000
const text = words.git

export const Git = ({ spaceId }: { spaceId: string }) => (
  <SpaceFrame spaceId={spaceId} at="git">
    {(space) => <Inside key={space.id} space={space} />}
  </SpaceFrame>
)

function Inside({ space }: { space: SpaceJson }) {
  // Before the first import or export, there is nothing to read.
  const [isAsked, setAsked] = useState(false)
  const runs = useReading('GET /org/:organizationId/imports', {
    organizationId: space.organization,
    query: { space: space.id, limit: 50 },
  }).value.value
  const isKnown = isAsked || space.gitSync || runs?.items.some(({ source }) => source.type === 'git')
  const reading = useReading(INFO, isKnown ? { spaceId: space.id } : null).value
  const isRunning = reading.value?.operation?.state === 'running'
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => refresh(INFO), PAUSE)
    return () => {
      clearInterval(timer)
      refresh('GET /org/:organizationId/imports')
      refreshContent()
    }
  }, [isRunning])
  return (
    <>
      <p class="soft">{text.lead}</p>
      <Read of={isKnown ? reading : { value: {}, isLoading: false }}>{(state) => <Connected state={state} />}</Read>
      {space.permissions.triggerGitSync && <GitForm space={space} isBusy={isRunning} onStart={() => setAsked(true)} />}
      <Exports all={reading.value?.exports} />
      <section aria-label={text.runs}>
        <h2>{text.runs}</h2>
        <Runs space={space} shows={({ source }) => source.type === 'git'} none={text.none} />
      </section>
    </>
  )
}

function Exports({ all = [] }: { all: State['exports'] }) {
  if (all.length === 0) return null
  return (
    <section aria-label={text.exports}>
      <h2>{text.exports}</h2>
      <ul class="lines">
        {all.map(({ state, startedAt, endedAt, error }) => (
          <li key={startedAt}>
            <Icon name="branch" />
            <div>
              <Time at={endedAt} />
              {error && <p class="bad">{error}</p>}
            </div>
            {state === 'success' ? (
              <span class="tag good">{words.imports.states.completed}</span>
            ) : (
              <span class="tag warn">{words.imports.states.failed}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Connected({ state: { repoName, url, updatedAt, operation, notUnderstood = [] } }: { state: State }) {
  return (
    <section aria-label={text.status}>
      <h2>{text.status}</h2>
      <dl class="facts">
        <dt>{text.repository}</dt>
        <dd>
          {url ? (
            <a href={url} class="link">
              {repoName ?? url}
            </a>
          ) : (
            (repoName ?? text.notConnected)
          )}
        </dd>
        {updatedAt && (
          <>
            <dt>{text.synced}</dt>
            <dd>
              <Time at={updatedAt} />
            </dd>
          </>
        )}
        {operation && (
          <>
            <dt>{text.last}</dt>
            <dd>
              <span role="status">
                {text.directions[operation.direction]}: {text.states[operation.state]}
                {operation.state === 'running' && `, ${text.stages[operation.stage]}`}
                {', '}
                <Time at={operation.endedAt ?? operation.startedAt} />
              </span>
              {operation.error && (
                <p class="bad row">
                  <Icon name="warn" />
                  <span>{operation.error}</span>
                </p>
              )}
            </dd>
          </>
        )}
      </dl>
      {notUnderstood.length > 0 && (
        <details>
          <summary>{text.notUnderstood(notUnderstood.length)}</summary>
          <ul class="plain">
            {notUnderstood.map(({ path, line, message }) => (
              <li key={`${path}:${line}:${message}`}>
                <code>{line ? `${path}:${line}` : path}</code> {message}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}
