// The structure of a site: sections, groups, spaces and links, in the order of its navigation.
import { useEffect, useRef, useState } from 'preact/hooks'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { siteWords } from '../../words-sites.ts'
import { useReading } from '../api/store.ts'
import { Read } from '../reading.tsx'
import { type Move, MovingAddresses } from './moving-addresses.tsx'
import { type Located, SiteFrame } from './site-frame.tsx'
import { changeStructure, moveInto, STRUCTURE, sortBeside } from './structure-changes.ts'
import { type Asked, StructureDialog } from './structure-dialogs.tsx'
import { type Edge, StructureRow } from './structure-row.tsx'
import { fits, fitsInto, neighbour, type Row, rowsOf, type Structure as StructureJson } from './structure-rows.ts'

const text = siteWords.structure

export const Structure = ({ siteId }: { siteId: string }) => (
  <SiteFrame siteId={siteId} place="structure">
    {(located) => <Parts {...located} />}
  </SiteFrame>
)

function Parts(located: Located) {
  const structure = useReading(STRUCTURE, located.at).value
  return (
    <>
      <p class="soft">{located.site.permissions?.admin ? text.lead : text.leadRead}</p>
      <Read of={structure}>{(value) => <Editor {...located} structure={value} />}</Read>
    </>
  )
}

function Editor({ structure, ...located }: Located & { structure: StructureJson }) {
  const { site, at } = located
  const isAdmin = site.permissions?.admin ?? false
  const [asked, setAsked] = useState<Asked | undefined>(undefined)
  const [move, setMove] = useState<Move | undefined>(undefined)
  const list = useRef<HTMLUListElement>(null)
  const focused = useRef<string | undefined>(undefined)
  const dragged = useRef<Row | undefined>(undefined)
  const rows = rowsOf(structure)
  // A row that was moved keeps the focus.
  useEffect(() => {
    if (focused.current) list.current?.querySelector<HTMLElement>(`[data-part="${focused.current}"]`)?.focus()
    focused.current = undefined
  }, [structure])
  /** Asks first where published addresses move. */
  const change = (title: string, movesAddresses: boolean, work: () => Promise<unknown>) => {
    if (movesAddresses && site.published) setMove({ title, work })
    else void changeStructure(work, text.saved)
  }
  const place = (row: Row, beside: Row, isAfter: boolean) => {
    focused.current = row.item.id
    const leaves = row.item.object === 'site-space' && row.parent?.id !== beside.parent?.id
    change(row.item.title, leaves, () => sortBeside(at, row.item, beside.item, isAfter))
  }
  const put = (row: Row, target: Row, edge: Edge) => {
    const { item } = target
    if (edge !== 'into' || item.object !== 'site-section-group') return place(row, target, edge === 'after')
    focused.current = row.item.id
    change(row.item.title, false, () => moveInto(at, row.item, item))
  }
  const step = (row: Row, by: 1 | -1) => {
    const beside = neighbour(row, by)
    const target = beside && rows.find(({ item }) => item.id === beside.id)
    if (target) place(row, target, by === 1)
  }
  return (
    <>
      {isAdmin && <Adding structure={structure} ask={setAsked} />}
      <ul class="structure" ref={list} aria-label={text.label}>
        {rows.map((row) => (
          <StructureRow
            key={row.item.id}
            row={row}
            isAdmin={isAdmin}
            at={at}
            groups={rows.flatMap(({ item }) => (item.object === 'site-section-group' ? [item] : []))}
            ask={setAsked}
            step={step}
            change={change}
            dragging={{
              start: () => {
                dragged.current = row
              },
              end: () => {
                dragged.current = undefined
              },
              fits: () => dragged.current !== undefined && fits(dragged.current, row),
              fitsInto: () => dragged.current !== undefined && fitsInto(dragged.current, row),
              drop: (edge) => {
                if (dragged.current) put(dragged.current, row, edge)
              },
            }}
          />
        ))}
      </ul>
      {rows.length === 0 && <p class="none">{text.none}</p>}
      {isAdmin && rows.length > 1 && <p class="small faint">{text.keys}</p>}
      {asked && (
        <StructureDialog
          {...located}
          asked={asked}
          structure={structure}
          change={change}
          close={() => setAsked(undefined)}
        />
      )}
      {move && <MovingAddresses of={located} move={move} close={() => setMove(undefined)} />}
    </>
  )
}

function Adding({ structure, ask }: { structure: StructureJson; ask(asked: Asked): void }) {
  const hasSections = structure.type === 'sections'
  const sections: Asked[] = [
    { add: 'section' },
    ...(hasSections ? [{ add: 'group' } as const, { add: 'link' } as const] : []),
  ]
  const kinds: Asked[] = hasSections ? sections : [{ add: 'space' }, ...sections]
  return (
    <div class="row">
      <Menu
        class="btn"
        items={kinds.map((kind) => ({
          label: text.adds[(kind as { add: keyof typeof text.adds }).add],
          run: () => ask(kind),
        }))}
      >
        <Icon name="plus" />
        {text.add}
      </Menu>
    </div>
  )
}
