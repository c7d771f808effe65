// The variables of a space.
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { say } from '../../ui/toasts.tsx'
import { words } from '../../words.ts'
import { attempt } from '../api/attempt.ts'
import { refresh, useReading } from '../api/store.ts'
import { Read } from '../reading.tsx'
import { addressOf } from '../space/content.ts'
import { refreshContent, writeContent } from '../space/writing.ts'
import { SpaceFrame, type SpaceJson } from '../spaces/space-places.tsx'
import { UsedIn } from '../spaces/used-in.tsx'
import { faultOf, rowsOf, type Value, valuesOf } from './rows.ts'
import { VariablesField } from './variables-field.tsx'

const text = words.variables

export const Variables = ({ spaceId }: { spaceId: string }) => (
  <SpaceFrame spaceId={spaceId} at="variables">
    {(space) => <Inside key={space.id} space={space} />}
  </SpaceFrame>
)

function Inside({ space }: { space: SpaceJson }) {
  const reading = useReading('GET /spaces/:spaceId/content', { spaceId: space.id }).value
  return (
    <>
      <p class="soft">{text.lead}</p>
      <Read of={reading}>
        {({ id, variables }) =>
          space.permissions.propose ? (
            <Editing key={id} space={space} variables={variables} />
          ) : (
            <>
              <dl class="facts">
                {Object.entries(variables).flatMap(([name, value]) => [
                  <dt key={name}>{name}</dt>,
                  <dd key={`${name}-value`}>{String(value)}</dd>,
                ])}
              </dl>
              <Uses space={space.id} variables={variables} />
            </>
          )
        }
      </Read>
    </>
  )
}

/** Where each of the saved variables is used. */
function Uses({ space, variables }: { space: string; variables: Record<string, Value> }) {
  const names = Object.keys(variables)
  if (names.length === 0) return null
  return (
    <section aria-labelledby="uses-of-variables">
      <h2 id="uses-of-variables">{text.uses}</h2>
      {names.map((name) => (
        <UsedIn
          key={name}
          list="GET /spaces/:spaceId/content/variables/:variableName/backlinks"
          of={{ spaceId: space, variableName: name }}
          about={name}
        />
      ))}
    </section>
  )
}

function Editing({ space, variables }: { space: SpaceJson; variables: Record<string, Value> }) {
  const { route } = useLocation()
  const [rows, setRows] = useState(() => rowsOf(variables))
  const [isChecked, setChecked] = useState(false)
  const save = async () => {
    setChecked(true)
    if (rows.some((row) => faultOf(row, rows))) return
    const wanted = valuesOf(rows)
    const removed = Object.keys(variables).filter((name) => !(name in wanted))
    const changed = { ...wanted, ...Object.fromEntries(removed.map((name) => [name, null])) }
    await attempt(async () => {
      const change = { operation: 'set_variables' as const, variables: changed }
      const { content } = await writeContent({ space: space.id }, space, [change])
      refreshContent()
      refresh('GET /spaces/:spaceId/content')
      if (!content.changeRequest) return say(text.saved)
      say(text.savedInDraft, { label: words.open, run: () => route(addressOf(content)) })
    })
  }
  return (
    <div class="starting">
      <VariablesField rows={rows} isChecked={isChecked} onChange={setRows} />
      <button type="button" class="btn main" onClick={() => void save()}>
        {words.save}
      </button>
      <Uses space={space.id} variables={variables} />
    </div>
  )
}
