// Settings that are links: those of the header, some with a menu below them, and the columns of the footer.
import { Icon } from '../../ui/icon.tsx'
import { siteWords } from '../../words-sites.ts'
import { ConditionField, LinkAddress } from './setting-address.tsx'
import { type FieldProps, Text } from './setting-text.tsx'

const text = siteWords.customization

export interface Link {
  title: string
  to: { kind: string; url?: string } | null
}
interface HeaderLink extends Link {
  style?: string
  links: Link[]
  condition?: string
}
interface FooterGroup {
  title: string
  links: Link[]
}

export const toUrl = (url: unknown) => ({ kind: 'url', url: String(url ?? '') })
const replaced = <T,>(all: readonly T[], at: number, one: T): T[] =>
  all.map((each, index) => (index === at ? one : each))
const without = <T,>(all: readonly T[], at: number): T[] => all.filter((_, index) => index !== at)

interface LinksProps extends FieldProps {
  /** What a new link has besides its title and its address. */
  fresh?: object
  /** Whether the link at this place may lead nowhere. */
  isOptional?: (link: Link) => boolean
  /** What stands below each link. */
  more?: (link: Link, at: number, change: (part: object) => void) => preact.ComponentChildren
}

/** Links to addresses. Those that lead to a page or a file keep where they lead. */
export function LinksField({ label, value, choose, fresh, isOptional = () => false, more }: LinksProps) {
  const links = (value as Link[] | undefined) ?? []
  return (
    <div class="link-rows">
      {links.map((link, at) => {
        const change = (part: object) => choose(replaced(links, at, { ...link, ...part }))
        return (
          <div class="link-row" key={at}>
            <Text
              label={text.linkTitle(label, at + 1)}
              placeholder={text.title}
              value={link.title}
              maxLength={64}
              choose={(title) => change({ title: String(title ?? '') })}
            />
            {link.to === null || link.to.kind === 'url' ? (
              <LinkAddress
                label={text.linkAddress(label, at + 1)}
                value={link.to?.url}
                isOptional={isOptional(link)}
                choose={(url) => change({ to: url === undefined ? null : toUrl(url) })}
              />
            ) : (
              <span class="small faint">{text.inside}</span>
            )}
            {more?.(link, at, change)}
            <button
              type="button"
              class="btn bare icon s"
              aria-label={text.removeLink(label, at + 1)}
              onClick={() => choose(without(links, at))}
            >
              <Icon name="close" />
            </button>
          </div>
        )
      })}
      <button
        type="button"
        class="btn s"
        aria-label={`${text.addLink}: ${label}`}
        onClick={() => choose([...links, { title: text.newLink, to: toUrl('https://'), ...fresh }])}
      >
        <Icon name="plus" />
        {text.addLink}
      </button>
    </div>
  )
}

/** Links of the header: how each looks, the menu below it, and who sees it. */
export function HeaderLinksField(field: FieldProps) {
  return (
    <LinksField
      {...field}
      fresh={{ links: [] }}
      isOptional={(link) => (link as HeaderLink).links.length > 0}
      more={(link, at, change) => <HeaderLinkMore link={link as HeaderLink} at={at} change={change} />}
    />
  )
}

function HeaderLinkMore({ link, at, change }: { link: HeaderLink; at: number; change(part: object): void }) {
  return (
    <>
      <select
        class="input"
        aria-label={text.linkStyle(at + 1)}
        value={link.style ?? 'link'}
        onChange={({ currentTarget }) => change({ style: currentTarget.value })}
      >
        {Object.entries(text.linkStyles).map(([style, name]) => (
          <option key={style} value={style}>
            {name}
          </option>
        ))}
      </select>
      <details open={link.links.length > 0 || link.condition !== undefined}>
        <summary>{text.linkMore}</summary>
        <LinksField label={text.linkMenu(at + 1)} value={link.links} choose={(links) => change({ links })} />
        <ConditionField
          label={text.linkCondition(at + 1)}
          value={link.condition}
          choose={(condition) => change({ condition })}
        />
        <p class="help">{siteWords.structure.conditionHelp}</p>
      </details>
    </>
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
