// The DNS records that the owner of a host sets for a site, and whether they are there.
import { Icon } from '../../ui/icon.tsx'
import { say } from '../../ui/toasts.tsx'
import { siteWords } from '../../words-sites.ts'
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import type { ReplyTo } from '../api/operations.ts'
import { refresh, useReading } from '../api/store.ts'
import { Read } from '../reading.tsx'
import { refreshSites } from './changing.ts'
import { CopiedText } from './copied-text.tsx'
import type { SiteJson } from './site-frame.tsx'

const text = siteWords.domain
const HOSTNAME = '/custom-hostnames/:hostname'
type Hostname = ReplyTo<`GET ${typeof HOSTNAME}`>

interface Props {
  site: SiteJson
  hostname: string
  /** The host stays where it is, at a server that forwards a path. */
  isForwarding?: boolean
}

export function Records({ site, hostname, isForwarding = false }: Props) {
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
          <State {...stateOf(host, isForwarding)} />
          <DnsRecord about={text.proof} type="TXT" name={host.proof.name} value={host.proof.value} />
          {!isForwarding && <DnsRecord about={text.alias} type="CNAME" name={hostname} value={location.hostname} />}
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

const State = ({ isGood, says }: { isGood: boolean; says: string }) => (
  <p class={isGood ? 'row good' : 'row'} role="status">
    <Icon name={isGood ? 'check' : 'clock'} />
    {says}
  </p>
)

function stateOf({ isActive, status, proof }: Hostname, isForwarding: boolean): { isGood: boolean; says: string } {
  if (proof.status === 'pending' && !isActive) return { isGood: false, says: text.states.unproven }
  if (isForwarding) return { isGood: true, says: text.states.proven }
  if (isActive) return { isGood: true, says: text.states.active }
  return { isGood: false, says: status === 'dns_wrong_cname' ? text.states.wrong : text.states.missing }
}
