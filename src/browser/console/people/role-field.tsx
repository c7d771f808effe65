// The role of those who are invited.
import { useId } from 'preact/hooks'
import { words } from '../../words.ts'

export type Role = 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read'

export const ROLES = ['read', 'comment', 'edit', 'review', 'create', 'admin', 'guest'] as const

/** The role that a form names; null is a guest. */
export const roleIn = (form: FormData): Role | null => {
  const role = String(form.get('role'))
  return role === 'guest' ? null : (role as Role)
}

export function RoleField() {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{words.people.role}</label>
      <select class="input" id={id} name="role">
        {ROLES.map((role) => (
          <option key={role} value={role} selected={role === 'edit'}>
            {words.people.roles[role]}
          </option>
        ))}
      </select>
    </div>
  )
}
