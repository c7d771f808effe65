// What is known of visitors: the claims that a site uses. All others are dropped, so nothing is shown that is not saved.
import { useState } from 'preact/hooks'
import { AreaField } from '../../ui/field.tsx'
import { textIn } from '../../ui/form-dialog.tsx'
import { say } from '../../ui/toasts.tsx'
import { words } from '../../words.ts'
import { siteWords } from '../../words-sites.ts'
import { CallError, call } from '../api/client.ts'
import type { Input } from '../api/operations.ts'
import { refresh, useReading } from '../api/store.ts'
import { Read } from '../reading.tsx'
import { ClaimsForm } from './adaptive-form.tsx'
import { parsed, rowsOf, withRows } from './adaptive-rows.ts'
import type { Located } from './site-frame.tsx'

const text = siteWords.adaptive
const SCHEMA = '/orgs/:organizationId/sites/:siteId/adaptive-schema'
type Schema = Input<`PUT ${typeof SCHEMA}`>['body']['jsonSchema']

const NONE = withRows(undefined, []) as unknown as Schema

/** For a start: one claim that the backend signs, and none of the browser's own. */
const EXAMPLE: Schema = {
  ...NONE,
  properties: {
    plan: { type: 'string', description: 'What the visitor pays for', enum: ['free', 'pro'] },
    ...NONE.properties,
  },
}

const toText = (schema: unknown): string => JSON.stringify(schema, null, 2)

export function SchemaForm({ at }: Pick<Located, 'at'>) {
  /** What was saved here: it is shown at once. */
  const [stored, setStored] = useState<Schema | undefined>(undefined)
  const conditions = useReading(`GET ${SCHEMA}/template-conditions`, at).value
  // Every claim has a condition. Where there is none, no schema is asked for: the browser would report that as an error.
  const hasClaims = conditions.value && conditions.value.items.length > 0
  const schema = useReading(`GET ${SCHEMA}`, hasClaims ? at : null).value
  const value = stored ?? (hasClaims ? schema.value?.jsonSchema : conditions.value && NONE)
  return (
    <Read of={{ isLoading: !value, value, error: conditions.error ?? schema.error }}>
      {(saved) => <Claims at={at} saved={saved} conditions={conditions.value?.items ?? []} store={setStored} />}
    </Read>
  )
}

interface ClaimsProps extends Pick<Located, 'at'> {
  saved: Schema
  conditions: readonly { description: string; condition: string }[]
  store(saved: Schema): void
}

function Claims({ at, saved, conditions, store }: ClaimsProps) {
  const [error, setError] = useState<string | undefined>(undefined)
  /** What was changed since it was saved, as JSON. */
  const [draft, setDraft] = useState<string | undefined>(undefined)
  const shown = draft ?? toText(saved)
  const rows = rowsOf(parsed(shown))
  const save = async (event: SubmitEvent) => {
    event.preventDefault()
    const jsonSchema = parsed(textIn(new FormData(event.currentTarget as HTMLFormElement), 'schema'))
    if (jsonSchema === undefined) return setError(text.notJson)
    try {
      const reply = await call(`PUT ${SCHEMA}`, { ...at, body: { jsonSchema: jsonSchema as Schema } })
      setError(undefined)
      setDraft(undefined)
      store(reply.jsonSchema)
      refresh(`GET ${SCHEMA}`, `GET ${SCHEMA}/template-conditions`)
      say(text.saved)
    } catch (failure) {
      const [issue] = failure instanceof CallError ? failure.issues : []
      setError(issue ? `${issue.path} ${issue.message}` : words.failed(String((failure as Error).message)))
    }
  }
  return (
    <form onSubmit={save} noValidate>
      {rows ? (
        <ClaimsForm
          rows={rows}
          change={(next) => setDraft(toText(withRows(parsed(shown), next)))}
          useExample={() => setDraft(toText(EXAMPLE))}
        />
      ) : (
        <p class="soft">{text.noForm}</p>
      )}
      <AreaField
        key={shown}
        label={text.schema}
        name="schema"
        value={shown}
        help={text.schemaHelp}
        error={error}
        rows={14}
        isCode
        onChange={setDraft}
      />
      <div class="row">
        <button type="submit" class="btn">
          {words.save}
        </button>
        {shown !== toText(saved) && <span class="small soft">{text.unsaved}</span>}
      </div>
      {conditions.length > 0 && (
        <div class="field">
          <span class="name">{text.conditions}</span>
          <ul class="plain">
            {conditions.map(({ description, condition }) => (
              <li key={condition}>
                {description}: <code>{condition}</code>
              </li>
            ))}
          </ul>
        </div>
      )}
    </form>
  )
}
