// Where a site is: its name in addresses, and a hostname of its own with the records that prove it.
import { useState } from 'preact/hooks'
import { Confirm } from '../../ui/confirm.tsx'
import { Field } from '../../ui/field.tsx'
import { textIn } from '../../ui/form-dialog.tsx'
import { words } from '../../words.ts'
import { siteWords } from '../../words-sites.ts'
import { changeSite } from './changing.ts'
import { ForwardedPath } from './domain-path.tsx'
import { Records } from './domain-records.tsx'
import { type Located, SiteFrame } from './site-frame.tsx'

const text = siteWords.domain

export const Domain = ({ siteId }: { siteId: string }) => (
  <SiteFrame siteId={siteId} place="domain">
    {(located) => (
      <div class="settings-parts">
        <Basename key={located.site.basename} {...located} />
        <section aria-label={text.hostname}>
          <h2>{text.hostname}</h2>
          <p class="soft">{text.hostnameLead}</p>
          <HostnameForm key={located.site.hostname ?? ''} {...located} />
          {located.site.hostname && <Records site={located.site} hostname={located.site.hostname} />}
        </section>
        <ForwardedPath {...located} />
      </div>
    )}
  </SiteFrame>
)

const formIn = (event: SubmitEvent): FormData => {
  event.preventDefault()
  return new FormData(event.currentTarget as HTMLFormElement)
}

function Basename({ site, at }: Located) {
  const save = (event: SubmitEvent) => void changeSite(at, { basename: textIn(formIn(event), 'basename') }, text.saved)
  return (
    <section aria-label={text.basename}>
      <h2>{text.basename}</h2>
      <form onSubmit={save}>
        <Field label={text.name} name="basename" value={site.basename} help={text.nameHelp} maxLength={100} />
        <button type="submit" class="btn">
          {words.save}
        </button>
      </form>
    </section>
  )
}

function HostnameForm({ site, at }: Located) {
  const [isAsking, setAsking] = useState(false)
  const save = (event: SubmitEvent) => {
    const hostname = textIn(formIn(event), 'hostname').toLowerCase()
    if (hostname) void changeSite(at, { hostname }, text.claimed)
  }
  return (
    <form onSubmit={save}>
      <Field label={text.host} name="hostname" value={site.hostname ?? ''} help={text.hostHelp} maxLength={253} />
      <div class="row">
        <button type="submit" class="btn">
          {words.save}
        </button>
        {site.hostname && (
          <button type="button" class="btn" onClick={() => setAsking(true)}>
            {text.remove}
          </button>
        )}
      </div>
      {isAsking && (
        <Confirm
          title={text.removeAsk(site.hostname!)}
          lead={text.removeLead}
          button={text.remove}
          cancel={words.cancel}
          run={() => changeSite(at, { hostname: null }, text.removed)}
          close={() => setAsking(false)}
        />
      )}
    </form>
  )
}
