// A part of a site in its structure: dragged by its handle, moved with Alt and arrow keys, changed by its menu.
import { useState } from 'preact/hooks'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icons.ts'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { siteWords } from '../../words-sites.ts'
import { call } from '../api/client.ts'
import { places } from '../places.ts'
import type { Located } from './site-frame.tsx'
import { type Change, moveInto, sortBeside } from './structure-changes.ts'
import type { Asked } from './structure-dialogs.tsx'
import { type Group, type Item, isDefault, neighbour, type Row } from './structure-rows.ts'

const text = siteWords.structure
const SITE = '/orgs/:organizationId/sites/:siteId'

const ICONS: Record<Item['object'], IconName> = {
  'site-space': 'book',
  'site-section': 'tabs',
  'site-section-group': 'folder',
  'site-external-link': 'external',
}

/** Where something dragged would be: beside a part, or in a group. */
export type Edge = 'before' | 'into' | 'after'

interface Props {
  row: Row
  isAdmin: boolean
  at: Located['at']
  groups: readonly Group[]
  ask(asked: Asked): void
  step(row: Row, by: 1 | -1): void
  change: Change
  dragging: { start(): void; end(): void; fits(): boolean; fitsInto(): boolean; drop(edge: Edge): void }
}

export function StructureRow(props: Props) {
  const { row, isAdmin, ask, step, dragging } = props
  const { item, level } = row
  const [edge, setEdge] = useState<Edge | undefined>(undefined)
  const over = (event: DragEvent) => {
    if (!dragging.fits()) return
    event.preventDefault()
    const { top, height } = (event.currentTarget as HTMLElement).getBoundingClientRect()
    const at = (event.clientY - top) / height
    setEdge(dragging.fitsInto() && at > 0.25 && at < 0.75 ? 'into' : at < 0.5 ? 'before' : 'after')
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    if (edge) dragging.drop(edge)
    setEdge(undefined)
  }
  const pressed = (event: KeyboardEvent) => {
    if (!isAdmin || !event.altKey || !['ArrowUp', 'ArrowDown'].includes(event.key)) return
    event.preventDefault()
    step(row, event.key === 'ArrowUp' ? -1 : 1)
  }
  return (
    <li
      class={`level-${level} ${edge ?? ''}`}
      draggable={isAdmin}
      onDragStart={dragging.start}
      onDragEnd={dragging.end}
      onDragOver={over}
      onDragLeave={() => setEdge(undefined)}
      onDrop={drop}
    >
      {isAdmin && (
        <span class="part-grip" aria-hidden="true">
          <Icon name="grip" />
        </span>
      )}
      <Icon name={ICONS[item.object]} />
      {isAdmin ? (
        <button
          type="button"
          class="part-title clip"
          data-part={item.id}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          onKeyDown={pressed}
          onClick={() => ask({ edit: item })}
        >
          {item.title}
        </button>
      ) : (
        <span class="clip">{item.title}</span>
      )}
      <span class="small faint clip grow">{'path' in item ? `/${item.path}` : 'url' in item ? item.url : ''}</span>
      {isDefault(item) && <span class="tag">{text.isDefault}</span>}
      {'condition' in item && item.condition && <span class="tag info">{text.conditional}</span>}
      {'draft' in item && item.draft && <span class="tag">{text.draft}</span>}
      {isAdmin && (
        <Menu class="btn bare icon s" label={text.actions(item.title)} items={choicesFor(props)}>
          <Icon name="more" />
        </Menu>
      )}
    </li>
  )
}

function choicesFor({ row, at, groups, ask, step, change }: Props): MenuItem[] {
  const { item, parent } = row
  const edit: MenuItem = { label: text.edit, icon: 'edit', run: () => ask({ edit: item }) }
  const up = neighbour(row, -1) && { label: text.up, icon: 'up' as const, run: () => step(row, -1) }
  const down = neighbour(row, 1) && { label: text.down, icon: 'down' as const, run: () => step(row, 1) }
  const inGroup = item.object === 'site-section' || item.object === 'site-external-link'
  const into = inGroup
    ? groups
        .filter(({ id }) => id !== parent?.id)
        .map((group) => ({
          label: text.into(group.title),
          run: () => change(item.title, false, () => moveInto(at, item, group)),
        }))
    : []
  const out =
    inGroup && parent
      ? [{ label: text.out, run: () => change(item.title, false, () => sortBeside(at, item, parent, true)) }]
      : []
  return [
    edit,
    ...(item.object === 'site-space'
      ? [{ label: text.openSpace, icon: 'book' as const, href: places.space(item.space.id) }]
      : []),
    ...(item.object === 'site-section'
      ? [{ label: text.adds.variant, icon: 'plus' as const, run: () => ask({ add: 'variant', section: item }) }]
      : []),
    ...(up ? [up] : []),
    ...(down ? [down] : []),
    ...into,
    ...out,
    ...('default' in item && !item.default
      ? [{ label: text.makeDefault, run: () => change(item.title, true, () => makeDefault(at, row)) }]
      : []),
    { label: text.remove, icon: 'trash', run: () => ask({ remove: item }) },
  ]
}

/** What opens first: in its section, or in the site. */
function makeDefault(at: Located['at'], { item, parent }: Row): Promise<unknown> {
  if (item.object === 'site-space' && parent)
    return call(`PATCH ${SITE}/sections/:siteSectionId`, {
      ...at,
      siteSectionId: parent.id,
      body: { defaultSiteSpace: item.id },
    })
  const body = item.object === 'site-space' ? { defaultSiteSpace: item.id } : { defaultSiteSection: item.id }
  return call(`PATCH ${SITE}`, { ...at, body })
}
