// Settings with parts: links, groups of links, the announcement, the icon.
import { Icon } from '../../ui/icon.tsx'
import { siteWords } from '../../words-sites.ts'
import { PicturesField } from './setting-pairs.tsx'
import { type FieldProps, Text } from './setting-text.tsx'

const text = siteWords.customization

interface Link {
  title: string
  to: { kind: string; url?: string } | null
  style?: string
  links?: unknown[]
}
interface FooterGroup {
  title: string
  links: Link[]
}

const toUrl = (url: unknown) => ({ kind: 'url', url: String(url ?? '') })
const replaced = <T,>(all: readonly T[], at: number, one: T): T[] =>
  all.map((each, index) => (index === at ? one : each))
const without = <T,>(all: readonly T[], at: number): T[] => all.filter((_, index) => index !== at)

/** Links to addresses. Those that lead to a page or a file keep where they lead. */
export function LinksField({ label, value, choose, isHeader = false }: FieldProps & { isHeader?: boolean }) {
  const links = (value as Link[] | undefined) ?? []
  return (
    <div class="link-rows">
      {links.map((link, at) => (
        <div class="link-row" key={at}>
          <Text
            label={text.linkTitle(label, at + 1)}
            placeholder={text.title}
            value={link.title}
            maxLength={64}
            choose={(title) => choose(replaced(links, at, { ...link, title: String(title ?? '') }))}
          />
          {link.to === null || link.to.kind === 'url' ? (
            <Text
              label={text.linkAddress(label, at + 1)}
              placeholder="https://"
              value={link.to?.url}
              maxLength={2048}
              choose={(url) => choose(replaced(links, at, { ...link, to: toUrl(url) }))}
            />
          ) : (
            <span class="small faint">{text.inside}</span>
          )}
          {isHeader && (
            <select
              class="input"
              aria-label={text.linkStyle(at + 1)}
              value={link.style ?? 'link'}
              onChange={({ currentTarget }) => choose(replaced(links, at, { ...link, style: currentTarget.value }))}
            >
              {Object.entries(text.linkStyles).map(([style, name]) => (
                <option key={style} value={style}>
                  {name}
                </option>
              ))}
            </select>
          )}
          <button
            type="button"
            class="btn bare icon s"
            aria-label={text.removeLink(label, at + 1)}
            onClick={() => choose(without(links, at))}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
      <button
        type="button"
        class="btn s"
        aria-label={`${text.addLink}: ${label}`}
        onClick={() =>
          choose([...links, { title: text.newLink, to: toUrl('https://'), ...(isHeader && { links: [] }) }])
        }
      >
        <Icon name="plus" />
        {text.addLink}
      </button>
    </div>
  )
}

export function FooterField({ label, value, choose }: FieldProps) {
  const groups = (value as FooterGroup[] | undefined) ?? []
  return (
    <div class="link-rows">
      {groups.map((group, at) => {
        const name = text.footerGroup(at + 1)
        return (
          <div class="link-rows" key={at}>
            <div class="row">
              <Text
                label={name}
                value={group.title}
                maxLength={64}
                choose={(title) => choose(replaced(groups, at, { ...group, title: String(title ?? '') }))}
              />
              <button
                type="button"
                class="btn bare icon s"
                aria-label={`${text.removeGroup}: ${name}`}
                onClick={() => choose(without(groups, at))}
              >
                <Icon name="close" />
              </button>
            </div>
            <LinksField
              label={name}
              value={group.links}
              choose={(links) => choose(replaced(groups, at, { ...group, links: links as Link[] }))}
            />
          </div>
        )
      })}
      <button
        type="button"
        class="btn s"
        aria-label={`${text.addGroup}: ${label}`}
        onClick={() => choose([...groups, { title: text.newGroup, links: [] }])}
      >
        <Icon name="plus" />
        {text.addGroup}
      </button>
    </div>
  )
}

const QUIET = { enabled: false, message: '', style: 'info' }

/** A line above the header of every page. */
export function AnnouncementField({ value, choose }: FieldProps) {
  const now = { ...QUIET, ...(value as object | undefined) } as typeof QUIET
  const set = (change: object) => {
    const next = { ...now, ...change }
    choose(next.message.length < 2 ? undefined : next)
  }
  return (
    <div class="pair">
      <Text
        label={text.announcement.message}
        placeholder={text.announcement.message}
        value={now.message}
        maxLength={128}
        choose={(message) => set({ message: String(message ?? ''), enabled: true })}
      />
      <select
        class="input"
        aria-label={text.announcement.style}
        value={now.style}
        onChange={({ currentTarget }) => set({ style: currentTarget.value })}
      >
        {Object.entries(text.announcement.styles).map(([style, name]) => (
          <option key={style} value={style}>
            {name}
          </option>
        ))}
      </select>
      <label class="row">
        <input
          type="checkbox"
          checked={now.enabled}
          disabled={now.message.length < 2}
          onChange={({ currentTarget }) => set({ enabled: currentTarget.checked })}
        />
        {text.announcement.enabled}
      </label>
    </div>
  )
}

/** The pictures of the icon in the tab of the browser. */
export function FaviconField({ label, value, choose }: FieldProps) {
  const { icon } = (value as { icon?: unknown } | undefined) ?? {}
  return (
    <PicturesField
      label={label}
      value={icon}
      choose={(pair) => choose(pair === undefined ? undefined : { icon: pair })}
    />
  )
}
