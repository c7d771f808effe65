// The dialogs about pages.
import { lazy } from '../lazy.tsx'
import { asked, stopAsking } from '../space/asking.ts'
import type { DialogProps } from './dialog-props.ts'
import { LinkDialog } from './link-dialog.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { SendDialog } from './send-dialog.tsx'

const Settings = lazy(() => import('./settings-dialog.tsx').then(({ SettingsDialog }) => SettingsDialog))

export function PageDialogs(props: Pick<DialogProps, 'content' | 'space' | 'all' | 'edits'>) {
  const about = asked.value
  if (!about) return null
  const all = { ...props, pages: about.pages, close: stopAsking }
  if (about.about === 'link') return <LinkDialog {...all} />
  if (about.about === 'move') return <MoveDialog {...all} />
  if (about.about === 'send') return <SendDialog {...all} />
  return <Settings {...all} />
}
