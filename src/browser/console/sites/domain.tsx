// Where a site is: its name in addresses, and a hostname of its own with the records that prove it.
import { useState } from 'preact/hooks'
import { Confirm } from '../../ui/confirm.tsx'
import { Field } from '../../ui/field.tsx'
import { textIn } from '../../ui/form-dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { say } from '../../ui/toasts.tsx'
import { words } from '../../words.ts'
import { siteWords } from '../../words-sites.ts'
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import type { ReplyTo } from '../api/operations.ts'
import { refresh, useReading } from '../api/store.ts'
import { Read } from '../reading.tsx'
import { changeSite, refreshSites } from './changing.ts'
import { CopiedText } from './copied-text.tsx'
import { type Located, SiteFrame, type SiteJson } from './site-frame.tsx'

const text = siteWords.domain
const HOSTNAME = '/custom-hostnames/:hostname'
type Hostname = ReplyTo<`GET ${typeof HOSTNAME}`>

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

/** The DNS records that the owner of the host sets, and whether they are there. */
function Records({ site, hostname }: { site: SiteJson; hostname: string }) {
  const reading = useReading(`GET ${HOSTNAME}`, { hostname, query: { site: site.id } }).value
  const check = () =>
    attempt(async () => {
      await call(`PATCH ${HOSTNAME}`, { hostname, query: { site: site.id } })
      say(text.checking)
      setTimeout(() => {
        refresh(`GET ${HOSTNAME}`)
        refreshSites()
      }, CHECK_TIME)
    })
  return (
    <Read of={reading}>
      {(host) => (
        <>
          <p class={host.isActive ? 'row good' : 'row'} role="status">
            <Icon name={host.isActive ? 'check' : 'clock'} />
            {stateOf(host)}
          </p>
          <DnsRecord about={text.proof} type="TXT" name={host.proof.name} value={host.proof.value} />
          <DnsRecord about={text.alias} type="CNAME" name={hostname} value={location.hostname} />
          <button type="button" class="btn" onClick={() => void check()}>
            <Icon name="retry" />
            {text.check}
          </button>
        </>
      )}
    </Read>
  )
}

/** A record with its parts as DNS providers call them. */
function DnsRecord({ about, type, name, value }: { about: string; type: string; name: string; value: string }) {
  return (
    <div class="record">
      <h3>{about}</h3>
      <dl class="facts">
        <dt>{text.record.type}</dt>
        <dd>{type}</dd>
        <dt>{text.record.name}</dt>
        <dd>
          <CopiedText value={name} label={text.recordName(type)} />
        </dd>
        <dt>{text.record.value}</dt>
        <dd>
          <CopiedText value={value} label={text.recordValue(type)} />
        </dd>
      </dl>
    </div>
  )
}

/** A check takes a moment, in the background. */
const CHECK_TIME = 3000

function stateOf({ isActive, status, proof }: Hostname): string {
  if (isActive) return text.states.active
  if (proof.status === 'pending') return text.states.unproven
  return status === 'dns_wrong_cname' ? text.states.wrong : text.states.missing
}
