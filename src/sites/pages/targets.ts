// Where links open: those to other sites in a tab of their own, where the settings say so.
import type { Url } from '../../render/html/index.ts'
import type { Frame } from '../model/frame.ts'

/** Attributes of a link of the frame. */
export function targetOf(url: Url, { settings, home }: Pick<Frame, 'settings' | 'home'>): Record<string, string> {
  const isAway = /^https?:/i.test(url.text) && !url.text.startsWith(home)
  return isAway && settings.externalLinks.target === 'blank' ? { target: '_blank', rel: 'noopener' } : {}
}
