// Who is signed in, the theme, and the way out.
import { Avatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { words } from '../../words.ts'
import { useReading } from '../api/store.ts'
import { outside, places } from '../places.ts'
import { switchTheme } from './theme.ts'

export function AccountMenu() {
  const { value: user } = useReading('GET /user', {}).value
  if (!user) return <div class="me" />
  const items = [
    { label: words.rail.account, icon: 'person', href: outside.account },
    ...(user.serverAdmin
      ? ([{ label: words.rail.server, icon: 'side', href: places.server('overview') }] as const)
      : []),
    { label: words.rail.help, icon: 'page', href: outside.help },
    { label: words.rail.reference, icon: 'code', href: outside.reference },
    { label: words.rail.signOut, icon: 'leave', run: signOut },
  ] as const
  return (
    <div class="me">
      <Avatar id={user.id} name={user.displayName} picture={user.photoURL} />
      <span class="grow clip">{user.displayName}</span>
      <button type="button" class="btn bare icon s" aria-label={words.rail.theme} onClick={switchTheme}>
        <Icon name="half" />
      </button>
      <Menu class="btn bare icon s" label={words.rail.account} items={items}>
        <Icon name="more" />
      </Menu>
    </div>
  )
}

/** Leads to the page that says so. */
function signOut(): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = outside.signOut
  document.body.append(form)
  form.submit()
}
