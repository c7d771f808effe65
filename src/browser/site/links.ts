// Tells the site which links to other sites its readers follow.
import { report } from './report.ts'

/** The parts of a page that links can be in; the rest of it is content. */
const PARTS = { announcement: '.announcement', header: 'header.top', footer: 'footer.foot', sidebar: '.side' }

function followed({ target, button }: MouseEvent): void {
  const link = (target as Element).closest<HTMLAnchorElement>('a[href]')
  // With the third button people open a menu.
  if (!link || button > 1 || !/^https?:$/.test(link.protocol) || link.origin === location.origin) return
  const [position = 'content'] = Object.entries(PARTS).find(([, part]) => link.closest(part)) ?? []
  // What is asked for may say who asks.
  report('link_click', { link: { target: { kind: 'url', url: link.origin + link.pathname }, position } })
}

addEventListener('click', followed)
addEventListener('auxclick', followed)
