// Adaptive content: what is known of visitors, and the site as one of them sees it.
import { useState } from 'preact/hooks'
import { AreaField } from '../../ui/field.tsx'
import { textIn } from '../../ui/form-dialog.tsx'
import { say } from '../../ui/toasts.tsx'
import { words } from '../../words.ts'
import { siteWords } from '../../words-sites.ts'
import { attempt } from '../api/attempt.ts'
import { CallError, call } from '../api/client.ts'
import type { Input } from '../api/operations.ts'
import { refresh, useReading } from '../api/store.ts'
import { isMissing, Read } from '../reading.tsx'
import { ClaimsForm } from './adaptive-form.tsx'
import { rowsOf, withRows } from './adaptive-rows.ts'
import { changeSite } from './changing.ts'
import type { Located } from './site-frame.tsx'

const text = siteWords.adaptive
const SCHEMA = '/orgs/:organizationId/sites/:siteId/adaptive-schema'
type Schema = Input<`PUT ${typeof SCHEMA}`>['body']['jsonSchema']

/** What a site begins with: one claim that the backend signs, and none of the browser's own. */
const FIRST: Schema = {
  type: 'object',
  properties: {
    plan: { type: 'string', description: 'What the visitor pays for', enum: ['free', 'pro'] },
    unsigned: { type: 'object', description: '', properties: {}, additionalProperties: false },
  },
  additionalProperties: false,
}

export function Adaptive({ site, at }: Located) {
  const isOn = site.adaptiveContent.enabled
  return (
    <section aria-label={text.title}>
      <h2>{text.title}</h2>
      <p class="soft">{text.lead}</p>
      <button
        type="button"
        class="btn"
        aria-pressed={isOn}
        onClick={() => void changeSite(at, { adaptiveContent: { enabled: !isOn } }, isOn ? text.isOff : text.isOn)}
      >
        {isOn ? text.turnOff : text.turnOn}
      </button>
      {isOn && (
        <>
          <SchemaForm at={at} />
          <Trial at={at} />
        </>
      )}
    </section>
  )
}

function SchemaForm({ at }: Pick<Located, 'at'>) {
  const [error, setError] = useState<string | undefined>(undefined)
  const reading = useReading(`GET ${SCHEMA}`, at).value
  const conditions = useReading(`GET ${SCHEMA}/template-conditions`, at).value.value?.items ?? []
  const value = reading.value?.jsonSchema ?? (isMissing(reading) ? FIRST : undefined)
  /** What was changed since it was saved, as JSON. */
  const [draft, setDraft] = useState<string | undefined>(undefined)
  const shown = draft ?? JSON.stringify(value, null, 2)
  const rows = shown === undefined ? undefined : rowsOf(parsed(shown))
  const save = async (event: SubmitEvent) => {
    event.preventDefault()
    const jsonSchema = parsed(textIn(new FormData(event.currentTarget as HTMLFormElement), 'schema'))
    if (jsonSchema === undefined) return setError(text.notJson)
    try {
      await call(`PUT ${SCHEMA}`, { ...at, body: { jsonSchema: jsonSchema as Schema } })
      setError(undefined)
      setDraft(undefined)
      refresh(`GET ${SCHEMA}`, `GET ${SCHEMA}/template-conditions`)
      say(text.saved)
    } catch (failure) {
      const [issue] = failure instanceof CallError ? failure.issues : []
      setError(issue ? `${issue.path} ${issue.message}` : words.failed(String((failure as Error).message)))
    }
  }
  return (
    <Read of={{ ...reading, value }}>
      {() => (
        <form onSubmit={save} noValidate>
          {rows ? (
            <ClaimsForm
              rows={rows}
              change={(next) => setDraft(JSON.stringify(withRows(parsed(shown!), next), null, 2))}
            />
          ) : (
            <p class="soft">{text.noForm}</p>
          )}
          <AreaField
            key={`${reading.value?.updatedAt} ${shown}`}
            label={text.schema}
            name="schema"
            value={shown!}
            help={text.schemaHelp}
            error={error}
            rows={14}
            isCode
            onChange={setDraft}
          />
          <button type="submit" class="btn">
            {words.save}
          </button>
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
      )}
    </Read>
  )
}

/** What a visitor with these claims sees. */
function Trial({ at }: Pick<Located, 'at'>) {
  const [error, setError] = useState<string | undefined>(undefined)
  const [url, setUrl] = useState<string | undefined>(undefined)
  const make = (event: SubmitEvent) => {
    event.preventDefault()
    const claims = parsed(textIn(new FormData(event.currentTarget as HTMLFormElement), 'claims'))
    const isObject = typeof claims === 'object' && claims !== null && !Array.isArray(claims)
    setError(isObject ? undefined : text.notJson)
    setUrl(undefined)
    if (!isObject) return
    void attempt(async () => {
      const expiresAt = new Date(Date.now() + HOUR).toISOString()
      const body = { claims: claims as Record<string, unknown>, expiresAt }
      const { urls } = await call('POST /orgs/:organizationId/sites/:siteId/previews', { ...at, body })
      setUrl(urls.preview)
    })
  }
  return (
    <form onSubmit={make} noValidate>
      <AreaField
        label={text.claims}
        name="claims"
        value={'{ "plan": "pro" }'}
        help={text.claimsHelp}
        error={error}
        rows={3}
        isCode
      />
      <div class="row">
        <button type="submit" class="btn">
          {text.try}
        </button>
        {url && (
          <a class="link" href={url} target="_blank" rel="noreferrer">
            {text.openTrial}
          </a>
        )}
      </div>
    </form>
  )
}

const HOUR = 3_600_000

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
