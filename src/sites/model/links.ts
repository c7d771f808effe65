// Links that the settings of a site name: in its header, its footer and its announcement.
import { type Place, resolveRefs } from '../../domain/drawing/index.ts'
import type { ContentRef } from '../../engine/content-ref.ts'
import { isMet } from '../../expressions/index.ts'
import { sha256 } from '../../lib/hash.ts'
import type { Customization } from '../../shapes/customization.ts'
import type { VisitedSpace } from '../visit.ts'

export interface Link {
  title: string
  href: string
  isCurrent?: boolean
}

/** A link of the header, or a menu of links. */
export interface HeaderLink {
  title: string
  href?: string | undefined
  style: 'link' | 'button-primary' | 'button-secondary'
  items: Link[]
}

export interface Announcement {
  /** Changes with the message, so that a new one is shown to those who dismissed the last. */
  name: string
  message: string
  link?: Link | undefined
  style: 'info' | 'warning' | 'danger' | 'success'
}

export interface SettingLinks {
  header: HeaderLink[]
  footer: { title: string; links: Link[] }[]
  announcement?: Announcement | undefined
}

interface Named {
  title: string
  to: object
}

export async function loadLinks(
  { audience }: VisitedSpace,
  { header, footer, announcement }: Customization,
  place: Place,
): Promise<SettingLinks> {
  const scope = { visitor: audience === 'everything' ? { claims: {} } : audience }
  const shown = header.links.filter(({ condition }) => isMet(condition, scope))
  const named: Named[] = [
    ...shown.flatMap(({ title, to, links }) => [...(to ? [{ title, to }] : []), ...links]),
    ...footer.groups.flatMap(({ links }) => links),
    ...(announcement?.link ? [announcement.link] : []),
  ]
  const refs = named.map(({ to }) => to as ContentRef)
  const resolve = await resolveRefs(place, refs)
  const toLinks = (links: readonly Named[]): Link[] =>
    links.flatMap(({ title, to }) => {
      const href = resolve(to as ContentRef)
      return href === undefined ? [] : [{ title, href }]
    })
  return {
    header: shown
      .map(({ title, to, links, style }) => ({
        title,
        href: to === null ? undefined : resolve(to as ContentRef),
        style: style ?? ('link' as const),
        items: toLinks(links),
      }))
      .filter(({ href, items }) => href !== undefined || items.length > 0),
    footer: footer.groups.map(({ title, links }) => ({ title, links: toLinks(links) })),
    announcement: announcement?.enabled
      ? {
          name: nameOf(announcement),
          message: announcement.message,
          link: announcement.link && toLinks([announcement.link])[0],
          style: announcement.style,
        }
      : undefined,
  }
}

const nameOf = (announcement: object): string => sha256(JSON.stringify(announcement)).slice(0, 12)

export const announcementName = ({ announcement }: Customization): string | undefined =>
  announcement && nameOf(announcement)
