// What a member is part of: their teams, and the spaces they can see.
import { Dialog } from '../../ui/dialog.tsx'
import { Time } from '../../ui/time.tsx'
import { words } from '../../words.ts'
import { organizationWords } from '../../words-organization.ts'
import { useReading } from '../api/store.ts'
import { places } from '../places.ts'
import { Read } from '../reading.tsx'
import type { MemberJson } from './member.ts'

const text = organizationWords.members
const SHOWN = 50

export function MemberDialog(props: { organization: string; member: MemberJson; close(): void }) {
  const { organization, member, close } = props
  const { user, role, joinedAt } = member
  const at = { organizationId: organization, userId: member.id }
  const teams = useReading('GET /orgs/:organizationId/members/:userId/teams', { ...at, query: { limit: 1000 } }).value
  const spaces = useReading('GET /orgs/:organizationId/members/:userId/spaces', {
    ...at,
    query: { limit: SHOWN },
  }).value
  return (
    <Dialog label={user.displayName} onClose={close}>
      <div class="body">
        <header>
          <div>
            <h2>{user.displayName}</h2>
            <p>{words.people.roles[role ?? 'guest']}</p>
          </div>
        </header>
        <dl class="facts">
          {user.email && (
            <>
              <dt>{text.address}</dt>
              <dd>{user.email}</dd>
            </>
          )}
          <dt>{text.joined}</dt>
          <dd>
            <Time at={joinedAt} />
          </dd>
          <dt>{text.signIn}</dt>
          <dd>{member.sso ? text.sso : text.noSso}</dd>
        </dl>
        <section>
          <h3>{text.teams}</h3>
          <Read of={teams}>
            {({ items }) =>
              items.length === 0 ? (
                <p class="soft">{text.noTeams}</p>
              ) : (
                <ul class="plain">
                  {items.map(({ team, member: { role } }) => (
                    <li key={team.id}>
                      <a class="link" href={places.inOrganization(organization, `teams/${team.id}`)}>
                        {team.title}
                      </a>
                      {role === 'owner' && <span class="faint"> · {text.owner}</span>}
                    </li>
                  ))}
                </ul>
              )
            }
          </Read>
        </section>
        <section>
          <h3>{text.spaces}</h3>
          <Read of={spaces}>
            {({ items, count = 0 }) => (
              <>
                {items.length === 0 && <p class="soft">{text.noSpaces}</p>}
                <ul class="plain">
                  {items.map(({ space, permission }) => (
                    <li key={space.id}>
                      <a class="link" href={places.space(space.id)}>
                        {space.title || words.untitled}
                      </a>
                      <span class="faint"> · {words.people.roles[permission]}</span>
                    </li>
                  ))}
                </ul>
                {count > items.length && <p class="faint">{text.moreSpaces(count - items.length)}</p>}
              </>
            )}
          </Read>
        </section>
      </div>
      <footer>
        <button type="button" class="btn" onClick={close}>
          {text.close}
        </button>
      </footer>
    </Dialog>
  )
}
