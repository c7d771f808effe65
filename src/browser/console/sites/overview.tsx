// A site at a glance: where it is, who reads it, and whether it is published.
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { copyText } from '../../clipboard.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Field } from '../../ui/field.tsx'
import { textIn } from '../../ui/form-dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Time } from '../../ui/time.tsx'
import { say } from '../../ui/toasts.tsx'
import { words } from '../../words.ts'
import { siteWords } from '../../words-sites.ts'
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import { places } from '../places.ts'
import { changeSite, publishSite, refreshSites, unpublishSite } from './changing.ts'
import { type Located, SiteFrame } from './site-frame.tsx'

const text = siteWords.overview

export const Overview = ({ siteId }: { siteId: string }) => (
  <SiteFrame siteId={siteId} place="overview" actions={(located) => <Publishing {...located} />}>
    {(located) => (
      <div class="settings-parts">
        <Facts {...located} />
        {located.site.permissions?.admin && (
          <>
            <Title {...located} />
            <End {...located} />
          </>
        )}
      </div>
    )}
  </SiteFrame>
)

function Facts({ site }: Located) {
  const { published } = site.urls
  const copy = () =>
    attempt(async () => {
      await copyText(published!)
      say(siteWords.copied)
    })
  return (
    <dl class="facts">
      <dt>{words.site.address}</dt>
      <dd>
        {published ? (
          <span class="row">
            <a class="link" href={published} target="_blank" rel="noreferrer">
              {published}
            </a>
            <button
              type="button"
              class="btn bare icon s"
              aria-label={siteWords.copyAddress}
              onClick={() => void copy()}
            >
              <Icon name="copy" />
            </button>
          </span>
        ) : (
          text.notYet
        )}
      </dd>
      <dt>{words.site.visibility}</dt>
      <dd>{words.site.visibilities[site.visibility]}</dd>
      <dt>{text.shows}</dt>
      <dd>
        <a class="link" href={places.inSite(site.id, 'structure')}>
          {siteWords.spaces(site.siteSpaces)}
        </a>
      </dd>
      <dt>{text.created}</dt>
      <dd>
        <Time at={site.createdAt} />
      </dd>
    </dl>
  )
}

/** Only for those who manage the site. */
function Publishing({ site, at }: Located) {
  const [isAsking, setAsking] = useState(false)
  if (!site.permissions?.admin) return null
  if (!site.published)
    return (
      <button
        type="button"
        class="btn main"
        disabled={site.siteSpaces === 0}
        title={site.siteSpaces === 0 ? text.needsSpace : undefined}
        onClick={() => void publishSite(at, text.publishedNow)}
      >
        {text.publish}
      </button>
    )
  return (
    <>
      <button type="button" class="btn" onClick={() => setAsking(true)}>
        {text.unpublish}
      </button>
      {isAsking && (
        <Confirm
          title={text.unpublishAsk(site.title)}
          lead={text.unpublishLead}
          button={text.unpublish}
          cancel={words.cancel}
          run={() => unpublishSite(at, text.unpublishedNow)}
          close={() => setAsking(false)}
        />
      )}
    </>
  )
}

function Title({ site, at }: Located) {
  const [error, setError] = useState<string | undefined>(undefined)
  const submitted = (event: SubmitEvent) => {
    event.preventDefault()
    const title = textIn(new FormData(event.currentTarget as HTMLFormElement), 'title')
    setError(title.length < 2 ? siteWords.fresh.needsTitle : undefined)
    if (title.length >= 2) void changeSite(at, { title }, text.saved)
  }
  return (
    <section aria-label={text.rename}>
      <h2>{text.rename}</h2>
      <form onSubmit={submitted}>
        <Field
          label={text.rename}
          name="title"
          value={site.title}
          help={siteWords.fresh.titleHelp}
          error={error}
          maxLength={128}
        />
        <button type="submit" class="btn">
          {words.save}
        </button>
      </form>
    </section>
  )
}

function End({ site, at }: Located) {
  const { route } = useLocation()
  const [isAsking, setAsking] = useState(false)
  const remove = () =>
    attempt(async () => {
      await call('DELETE /orgs/:organizationId/sites/:siteId', at)
      route(places.sites(at.organizationId))
      refreshSites()
      say(text.removed(site.title))
    })
  return (
    <section aria-label={text.end}>
      <h2>{text.end}</h2>
      <p class="soft">{text.removeLead}</p>
      <button type="button" class="btn" onClick={() => setAsking(true)}>
        {text.remove}
      </button>
      {isAsking && (
        <Confirm
          title={text.removeAsk(site.title)}
          lead={text.removeLead}
          button={text.remove}
          cancel={words.cancel}
          run={remove}
          close={() => setAsking(false)}
        />
      )}
    </section>
  )
}
