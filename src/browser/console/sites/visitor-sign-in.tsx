// Visitors sign in at a backend of the organization or through an integration; either knows the key of the site.
import { useState } from 'preact/hooks'
import { copyText } from '../../clipboard.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Field } from '../../ui/field.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { textIn } from '../../ui/form-dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { say } from '../../ui/toasts.tsx'
import { words } from '../../words.ts'
import { siteWords } from '../../words-sites.ts'
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import type { Input, ReplyTo } from '../api/operations.ts'
import { refresh, useReading } from '../api/store.ts'
import { places } from '../places.ts'
import { Read } from '../reading.tsx'
import { CopiedText } from './copied-text.tsx'
import { type Backend, snippetFor } from './sign-in-snippets.ts'
import type { Located } from './site-frame.tsx'

const text = siteWords.signIn
const AUTH = '/orgs/:organizationId/sites/:siteId/publishing/auth'
type Auth = ReplyTo<`GET ${typeof AUTH}`>
type Patch = Input<`PATCH ${typeof AUTH}`>['body']

const BACKENDS = Object.keys(text.backends) as Backend[]

const change = (work: () => Promise<unknown>, done: string): Promise<boolean> =>
  attempt(async () => {
    await work()
    refresh(`GET ${AUTH}`)
    say(done)
  })

export function VisitorSignIn(located: Located) {
  const auth = useReading(`GET ${AUTH}`, located.at).value
  return (
    <section aria-label={text.title}>
      <h2>{text.title}</h2>
      <p class="soft">{text.lead}</p>
      <Read of={auth}>
        {(value) => (
          <>
            <BackendField key={`${value.backend} ${value.integration}`} at={located.at} auth={value} />
            {value.backend === 'custom' && <Fallback key={value.fallbackURL} at={located.at} auth={value} />}
            <Key at={located.at} auth={value} />
            {value.backend === 'custom' && (
              <Snippet site={located.site.urls.published ?? text.siteAddress} auth={value} />
            )}
          </>
        )}
      </Read>
    </section>
  )
}

/** Those are offered that are installed on the site and may sign visitors in. */
function BackendField({ at, auth: { backend, integration, integrations } }: { at: Located['at']; auth: Auth }) {
  const catalogue = places.inOrganization(at.organizationId, 'integrations')
  if (integrations.length === 0)
    return (
      <p class="soft">
        {text.noIntegration}{' '}
        <a class="link" href={catalogue}>
          {text.catalogue}
        </a>
      </p>
    )
  const now = backend === 'integration' && integration ? integration : ''
  const save = (event: SubmitEvent) => {
    event.preventDefault()
    const chosen = textIn(new FormData(event.currentTarget as HTMLFormElement), 'backend')
    if (chosen === now) return
    const found = integrations.find(({ name }) => name === chosen)
    const body: Patch = found ? { backend: 'integration', integration: found.name } : { backend: 'custom' }
    const done = found ? text.byIntegrationNow(found.title) : text.byBackendNow
    void change(() => call(`PATCH ${AUTH}`, { ...at, body }), done)
  }
  return (
    <form onSubmit={save}>
      <SelectField
        label={text.backend}
        name="backend"
        value={now}
        help={text.backendHelp}
        choices={[
          { value: '', label: text.byBackend },
          ...integrations.map(({ name, title }) => ({ value: name, label: text.byIntegration(title) })),
        ]}
      />
      <div class="row">
        <button type="submit" class="btn">
          {words.save}
        </button>
        {integrations.map(({ name, title }) => (
          <a key={name} class="link" href={`${catalogue}/${name}`}>
            {text.toIntegration(title)}
          </a>
        ))}
      </div>
    </form>
  )
}

function Fallback({ at, auth }: { at: Located['at']; auth: Auth }) {
  const save = (event: SubmitEvent) => {
    event.preventDefault()
    const url = textIn(new FormData(event.currentTarget as HTMLFormElement), 'url')
    const body: Patch = { fallbackURL: url || null }
    void change(() => call(`PATCH ${AUTH}`, { ...at, body }), text.saved)
  }
  return (
    <form onSubmit={save}>
      <Field label={text.address} name="url" value={auth.fallbackURL ?? ''} help={text.addressHelp} maxLength={2048} />
      <button type="submit" class="btn">
        {words.save}
      </button>
    </form>
  )
}

function Key({ at, auth }: { at: Located['at']; auth: Auth }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <div class="field">
      <span class="name">{text.key}</span>
      {auth.backend === 'custom' && <CopiedText value={auth.privateKey} label={text.key} isSecret />}
      <p class="help">{auth.backend === 'custom' ? text.keyHelp : text.keyOfIntegration}</p>
      <div>
        <button type="button" class="btn" onClick={() => setAsking(true)}>
          {text.newKey}
        </button>
      </div>
      {isAsking && (
        <Confirm
          title={text.newKeyAsk}
          lead={text.newKeyLead}
          button={text.newKey}
          cancel={words.cancel}
          run={() => change(() => call(`POST ${AUTH}/regenerate`, at), text.newKeyDone)}
          close={() => setAsking(false)}
        />
      )}
    </div>
  )
}

function Snippet({ site, auth }: { site: string; auth: Auth }) {
  const [backend, setBackend] = useState<Backend>('express')
  const code = snippetFor(backend, { site, signIn: auth.fallbackURL ?? '' })
  const copy = () =>
    attempt(async () => {
      await copyText(code)
      say(siteWords.copying.copied)
    })
  return (
    <div class="snippet">
      <div class="row">
        <fieldset class="seg" aria-label={text.snippet}>
          {BACKENDS.map((name) => (
            <button key={name} type="button" aria-pressed={name === backend} onClick={() => setBackend(name)}>
              {text.backends[name]}
            </button>
          ))}
        </fieldset>
        <span class="end" />
        <button type="button" class="btn s" onClick={() => void copy()}>
          <Icon name="copy" />
          {text.copyCode}
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section tabIndex={0} aria-label={text.snippet}>
        <pre>
          <code>{code}</code>
        </pre>
      </section>
    </div>
  )
}
