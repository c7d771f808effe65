// The people and teams with a role of their own on a space or a collection.
import { Avatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { words } from '../../words.ts'
import { accessWords as text } from '../../words-access.ts'
import { attempt } from '../api/attempt.ts'
import { useReading } from '../api/store.ts'
import { ROLES, type Role } from '../people/role-field.tsx'
import { Read } from '../reading.tsx'
import { sayUndoable } from '../undoing.ts'
import { CALLS, grant, type Holder, pathOf, type Target, take } from './target.ts'

const MAX = 1000

export function Grants({ target, changed }: { target: Target; changed(): void }) {
  const input = { ...pathOf(target), query: { limit: MAX } }
  const users = useReading(CALLS[target.kind].users, input).value
  const teams = useReading(CALLS[target.kind].teams, input).value
  return (
    <Read of={teams}>
      {({ items: teamGrants }) => (
        <Read of={users}>
          {({ items: userGrants }) => (
            <>
              {teamGrants.length + userGrants.length === 0 && <p class="none">{text.noneGranted}</p>}
              <ul class="lines">
                {teamGrants.map(({ team, permission }) => (
                  <li key={team.id}>
                    <Icon name="person" />
                    <div>
                      <b>{team.title}</b>
                      <p class="faint">{text.team(team.members)}</p>
                    </div>
                    <Held
                      {...{
                        target,
                        changed,
                        role: permission,
                        name: team.title,
                        holder: { kind: 'team', id: team.id },
                      }}
                    />
                  </li>
                ))}
                {userGrants.map(({ user, permission }) => (
                  <li key={user.id}>
                    <Avatar id={user.id} name={user.displayName} picture={user.photoURL} />
                    <div>
                      <b>{user.displayName}</b>
                      <p class="faint">{user.email}</p>
                    </div>
                    <Held
                      {...{
                        target,
                        changed,
                        role: permission,
                        name: user.displayName,
                        holder: { kind: 'user', id: user.id },
                      }}
                    />
                  </li>
                ))}
              </ul>
            </>
          )}
        </Read>
      )}
    </Read>
  )
}

interface HeldProps {
  target: Target
  holder: Holder
  name: string
  role: Role
  changed(): void
}

/** A role that is held: it can be changed and taken, and given back. */
function Held({ target, holder, name, role, changed }: HeldProps) {
  const give = (next: Role) =>
    attempt(async () => {
      const ids = [holder.id]
      await grant(target, next, holder.kind === 'user' ? ids : [], holder.kind === 'team' ? ids : [])
      changed()
    })
  const takeIt = async () => {
    if (!(await attempt(() => take(target, holder)))) return
    changed()
    sayUndoable(text.taken(name), () => give(role))
  }
  return (
    <div class="row">
      <select
        class="input role"
        aria-label={text.roleOf(name)}
        onChange={({ currentTarget }) => void give(currentTarget.value as Role)}
      >
        {ROLES.filter((value) => value !== 'guest').map((value) => (
          <option key={value} value={value} selected={value === role}>
            {words.people.roles[value]}
          </option>
        ))}
      </select>
      <button type="button" class="btn bare icon s" aria-label={text.take(name)} onClick={() => void takeIt()}>
        <Icon name="close" />
      </button>
    </div>
  )
}
