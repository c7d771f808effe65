// Members that were found, each a button.
import { Avatar } from '../../ui/avatar.tsx'
import type { MemberJson } from './member.ts'

interface Props {
  members: readonly MemberJson[]
  pick(member: MemberJson): void
}

export const PersonPicks = ({ members, pick }: Props) =>
  members.length === 0 ? null : (
    <ul class="person-picks">
      {members.map((member) => (
        <li key={member.id}>
          <button type="button" onClick={() => pick(member)}>
            <Avatar id={member.id} name={member.user.displayName} picture={member.user.photoURL} />
            <span>{member.user.displayName}</span>
            <span class="faint clip">{member.user.email}</span>
          </button>
        </li>
      ))}
    </ul>
  )
