// Links that show a change request on the sites of its space.
import { useState } from 'preact/hooks'
import { copyText } from '../../clipboard.ts'
import { Field } from '../../ui/field.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { textIn } from '../../ui/form-dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Empty } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { say } from '../../ui/toasts.tsx'
import { reviewWords } from '../../words-review.ts'
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import type { ReplyTo } from '../api/operations.ts'
import { refresh, useReading } from '../api/store.ts'
import { Read } from '../reading.tsx'
import { Aside } from './aside.tsx'
import { Frame } from './frame.tsx'
import type { Place } from './place.ts'

const text = reviewWords.preview
const PREVIEWS = '/orgs/:organizationId/sites/:siteId/previews'
const MAX = 1000
const DAY = 86_400_000
const LIVES = [1, 7, 30, 90] as const
const USUAL = 7

type Site = ReplyTo<'GET /orgs/:organizationId/sites'>['items'][number]
type Preview = ReplyTo<`GET ${typeof PREVIEWS}`>['items'][number]

export function ChangeRequestPreviews({ spaceId, changeRequestId }: { spaceId: string; changeRequestId: string }) {
  return (
    <Frame spaceId={spaceId} changeRequestId={changeRequestId} tab="preview">
      {(place) => (
        <div class="review">
          <Sites {...place} />
          <Aside {...place} />
        </div>
      )}
    </Frame>
  )
}

function Sites(place: Place) {
  const { space } = place
  const sites = useReading('GET /orgs/:organizationId/sites', {
    organizationId: space.organization,
    query: { space: space.id, limit: MAX },
  }).value
  return (
    <main class="scroll sheet wide" id="main" tabIndex={-1} aria-label={text.title}>
      <Read of={sites}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={text.none}>
              <p>{text.noneLead}</p>
            </Empty>
          ) : (
            <div class="previews">
              <p class="soft">{text.lead}</p>
              {items.map((site) => (
                <OnSite key={site.id} place={place} site={site} />
              ))}
            </div>
          )
        }
      </Read>
    </main>
  )
}

function OnSite({ place: { space, changeRequest }, site }: { place: Place; site: Site }) {
  const path = { organizationId: space.organization, siteId: site.id }
  const previews = useReading(`GET ${PREVIEWS}`, { ...path, query: { limit: MAX } }).value
  const revoke = (id: string) =>
    attempt(async () => {
      await call(`DELETE ${PREVIEWS}/:sitePreviewId`, { ...path, sitePreviewId: id })
      refresh(`GET ${PREVIEWS}`)
      say(text.revoked)
    })
  return (
    <section aria-label={text.ofSite(site.title)}>
      <h2>{site.title}</h2>
      <Read of={previews}>
        {({ items }) => {
          const own = items.filter((preview) => preview.changeRequest === changeRequest.id)
          if (own.length === 0) return <p class="small faint">{text.noLinks}</p>
          return (
            <ul class="preview-links">
              {own.map((preview) => (
                <Link key={preview.id} preview={preview} revoke={() => revoke(preview.id)} />
              ))}
            </ul>
          )
        }}
      </Read>
      {(changeRequest.status === 'open' || changeRequest.status === 'draft') && (
        <NewLink path={path} changeRequest={changeRequest.id} />
      )}
    </section>
  )
}

function Link({ preview, revoke }: { preview: Preview; revoke(): void }) {
  const { urls, claims, expiresAt } = preview
  const link = urls.preview ?? urls.app
  const copy = () =>
    attempt(async () => {
      await copyText(link)
      say(text.copied)
    })
  return (
    <li class="row">
      <Icon name="globe" />
      <span class="grow clip">
        <a class="link" href={link} target="_blank" rel="noreferrer">
          {text.open}
        </a>{' '}
        <span class="faint small">
          {text.ends} <Time at={expiresAt} />
        </span>
      </span>
      {Object.keys(claims).length > 0 && (
        <span class="tag" title={JSON.stringify(claims)}>
          {text.withClaims}
        </span>
      )}
      <button type="button" class="btn s" onClick={copy}>
        <Icon name="copy" />
        {text.copy}
      </button>
      <button type="button" class="btn s" onClick={revoke}>
        {text.revoke}
      </button>
    </li>
  )
}

interface NewLinkProps {
  path: { organizationId: string; siteId: string }
  changeRequest: string
}

function NewLink({ path, changeRequest }: NewLinkProps) {
  const [error, setError] = useState<string | undefined>(undefined)
  const [isBusy, setBusy] = useState(false)
  const submitted = async (event: SubmitEvent) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    const claims = claimsIn(textIn(form, 'claims'))
    setError(claims ? undefined : text.badClaims)
    if (!claims) return
    setBusy(true)
    await attempt(async () => {
      const expiresAt = new Date(Date.now() + Number(textIn(form, 'life')) * DAY - 60_000).toISOString()
      await call(`POST ${PREVIEWS}`, { ...path, body: { changeRequest, claims, expiresAt } })
      refresh(`GET ${PREVIEWS}`)
      say(text.created)
    })
    setBusy(false)
  }
  return (
    <form onSubmit={submitted}>
      <SelectField
        label={text.life}
        name="life"
        value={String(USUAL)}
        choices={LIVES.map((days) => ({ value: String(days), label: text.lives[days] }))}
      />
      <Field label={text.claims} name="claims" help={text.claimsHelp} error={error} maxLength={2000} />
      <button type="submit" class="btn" disabled={isBusy}>
        <Icon name="link" />
        {text.create}
      </button>
    </form>
  )
}

/** Undefined if it is not an object. */
function claimsIn(written: string): Record<string, unknown> | undefined {
  if (written === '') return {}
  try {
    const value: unknown = JSON.parse(written)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}
