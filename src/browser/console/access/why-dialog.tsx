// Why somebody has access: every way that leads there. The highest role counts.
import { Dialog } from '../../ui/dialog.tsx'
import { words } from '../../words.ts'
import { accessWords as text } from '../../words-access.ts'
import { useReading } from '../api/store.ts'
import { Read } from '../reading.tsx'
import { type Access, CALLS, pathOf, type Target } from './target.ts'

const MAX = 1000

export function WhyDialog({ target, access, close }: { target: Target; access: Access; close(): void }) {
  const { user, permission } = access
  const title = text.whyTitle(user.displayName)
  return (
    <Dialog label={title} onClose={close}>
      <div class="body">
        <header>
          <div>
            <h2>{title}</h2>
            <p>{text.counts(words.people.roles[permission ?? 'guest'])}</p>
          </div>
        </header>
        <ul class="plain">
          <OfOrganization target={target} user={user.id} />
          <Reasons target={target} user={user.id} />
          {'origin' in access && access.origin.type === 'space' && <li>{text.bySpace}</li>}
        </ul>
      </div>
      <footer>
        <button type="button" class="btn" onClick={close}>
          {words.done}
        </button>
      </footer>
    </Dialog>
  )
}

/** Admins may do everything; others have what the organization gives them where nothing else is said. */
function OfOrganization({ target, user }: { target: Target; user: string }) {
  const at = { organizationId: target.organization, userId: user }
  const member = useReading('GET /orgs/:organizationId/members/:userId', at).value
  return (
    <Read of={member}>
      {({ role }) => {
        const name = words.people.roles[role ?? 'guest']
        if (role === 'admin') return <li>{text.admin}</li>
        if (!role) return <li>{text.guest}</li>
        return <li>{target.kind === 'site' ? text.memberOnSite(name) : text.member(name)}</li>
      }}
    </Read>
  )
}

/** The roles here, then those of the collection around it, and so on. */
function Reasons({ target, user }: { target: Target; user: string }) {
  const input = { ...pathOf(target), query: { limit: MAX } }
  const grants = useReading(CALLS[target.kind].users, input).value.value?.items
  const teamGrants = useReading(CALLS[target.kind].teams, input).value.value?.items
  const teams = useReading('GET /orgs/:organizationId/members/:userId/teams', {
    organizationId: target.organization,
    userId: user,
    query: { limit: MAX },
  }).value.value?.items
  const around = useReading('GET /collections/:collectionId', target.parent ? { collectionId: target.parent } : null)
    .value.value
  const own = grants?.find((item) => item.user.id === user)
  const byTeam = (teamGrants ?? []).filter(({ team }) => teams?.some((mine) => mine.team.id === team.id))
  const name = target.title || words.untitled
  const level = target.defaultLevel
  return (
    <>
      {level !== undefined && level !== 'inherit' && (
        <li>{level === null ? text.closed(name) : text.open(name, words.people.roles[level])}</li>
      )}
      {own && <li>{text.own(name, words.people.roles[own.permission])}</li>}
      {byTeam.map(({ team, permission }) => (
        <li key={team.id}>{text.byTeam(team.title, name, words.people.roles[permission])}</li>
      ))}
      {around && <Reasons target={{ kind: 'collection', ...around }} user={user} />}
    </>
  )
}
