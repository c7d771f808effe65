// Adaptive content: what is known of visitors, and the site as one of them sees it.
import { useState } from 'preact/hooks'
import { AreaField } from '../../ui/field.tsx'
import { textIn } from '../../ui/form-dialog.tsx'
import { siteWords } from '../../words-sites.ts'
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import { parsed } from './adaptive-rows.ts'
import { SchemaForm } from './adaptive-schema.tsx'
import { changeSite } from './changing.ts'
import type { Located } from './site-frame.tsx'

const text = siteWords.adaptive
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
