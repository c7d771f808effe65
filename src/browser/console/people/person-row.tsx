// Somebody in a long list.
import type { ComponentChildren } from 'preact'
import { Avatar } from '../../ui/avatar.tsx'
import type { Position } from '../paged-list.tsx'

interface Props {
  user: { id: string; displayName: string; email?: string | undefined; photoURL?: string | undefined }
  position: Position
  /** Beside the address. */
  about?: string
  children: ComponentChildren
}

export const PersonRow = ({ user: { id, displayName, email, photoURL }, position, about, children }: Props) => (
  <li class="person-row" {...position}>
    <div class="who-is grow">
      <Avatar id={id} name={displayName} picture={photoURL} />
      <div class="grow">
        <div class="clip strong">{displayName}</div>
        <div class="small faint clip">{[email, about].filter(Boolean).join(' · ')}</div>
      </div>
    </div>
    {children}
  </li>
)
