// The value of a cell that is picked: options, people, files, a picture, or where it leads.
import { useRef, useState } from 'preact/hooks'
import type { EditorView } from 'prosemirror-view'
import type { ContentRef } from '../../../engine/content-ref.ts'
import { textsIn } from '../../../render/fields.ts'
import { closeDialog } from '../../ui/dialog.tsx'
import type { IconName } from '../../ui/icons.ts'
import { say } from '../../ui/toasts.tsx'
import { words } from '../../words.ts'
import { editorWords } from '../../words-editor.ts'
import type { Item, Library } from '../library.ts'
import type { Store } from '../plugins/uploads.ts'
import { type Column, columnOf, optionsOf, tableData } from '../table/data.ts'
import { urlOf } from './link-dialog.tsx'
import { findPages, type PageTarget } from './link-targets.ts'
import { PickerDialog } from './picker-dialog.tsx'

const names = editorWords.table

interface Choice extends Item {
  /** What picking it makes of the value. */
  ref?: ContentRef
}

export interface Sources {
  library: Library
  pages: readonly PageTarget[]
  store: Store
}

interface Kind {
  icon: IconName
  placeholder: string
  none: string
  find(typed: string): Promise<readonly Choice[]>
  /** Accepted files, where some can be uploaded. */
  accept?: string
}

const contains = ({ title, lead = '' }: Item, typed: string): boolean =>
  `${title} ${lead}`.toLowerCase().includes(typed.toLowerCase())

function kindOf(column: Column, { library, pages }: Sources): Kind {
  const urls = (typed: string): Choice[] => {
    const url = urlOf(typed)
    return url ? [{ id: url, title: url, ref: { kind: 'url', url } }] : []
  }
  const files = async (typed: string, isImage: boolean): Promise<Choice[]> =>
    (await library.files())
      .filter((file) => (!isImage || file.isImage) && contains(file, typed))
      .map((file) => ({ ...file, ref: { kind: 'file', file: file.id } }))
  if (column.type === 'users')
    return { icon: 'person', placeholder: names.people, none: names.noPeople, find: (typed) => library.people(typed) }
  if (column.type === 'files')
    return {
      icon: 'page',
      placeholder: names.files,
      none: names.noFiles,
      accept: '*/*',
      find: (typed) => files(typed, false),
    }
  if (column.type === 'image')
    return {
      icon: 'image',
      placeholder: names.pictures,
      none: names.noFiles,
      accept: 'image/*',
      find: async (typed) => [...urls(typed), ...(await files(typed, true))],
    }
  if (column.type === 'select')
    return {
      icon: 'tabs',
      placeholder: names.options,
      none: names.noOptions,
      find: async (typed) =>
        optionsOf(column)
          .map(({ value, label }) => ({ id: value, title: label }))
          .filter((option) => contains(option, typed)),
    }
  return {
    icon: 'page',
    placeholder: editorWords.linkHint,
    none: editorWords.noPage,
    find: async (typed) => [
      ...urls(typed),
      ...findPages(pages, typed).map(({ id, title, path }) => ({
        id,
        title,
        lead: `/${path}`,
        ref: { kind: 'page' as const, page: id },
      })),
    ],
  }
}

const LISTS = new Set(['users', 'files', 'select'])

export function CellDialog({ view, at, close, ...sources }: { view: EditorView; at: number; close(): void } & Sources) {
  const cell = view.state.doc.nodeAt(at)
  const [value, setValue] = useState<unknown>(cell?.attrs.value ?? null)
  const upload = useRef<HTMLInputElement>(null)
  if (!cell) return null
  const table = view.state.doc.resolve(at).node(-1)
  const column = columnOf(tableData(table), cell.attrs.column)
  const kind = kindOf(column, sources)
  const isList = LISTS.has(column.type)
  const isMany = isList && (column.type === 'files' || column.definition.multiple === true)
  const set = (next: unknown, isDone: boolean) => {
    setValue(next)
    view.dispatch(view.state.tr.setNodeAttribute(at, 'value', next))
    if (!isDone) return
    closeDialog()
    view.focus()
    close()
  }
  const chosen = textsIn(value)
  const pick = ({ id, ref }: Choice) => {
    if (!isList) return set(ref, true)
    if (!isMany) return set([id], true)
    const next = chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]
    set(next.length > 0 ? next : null, false)
  }
  const picked = async (input: HTMLInputElement) => {
    for (const file of [...input.files!]) {
      try {
        const { id } = await sources.store(file, () => {})
        pick({ id, title: file.name, ref: { kind: 'file', file: id } })
      } catch (error) {
        say(words.failed((error as Error).message))
      }
    }
  }
  return (
    <PickerDialog
      label={names.edit(column.title || names.untitled)}
      placeholder={kind.placeholder}
      icon={kind.icon}
      none={kind.none}
      find={kind.find}
      {...(isList && { chosen })}
      pick={pick}
      close={close}
    >
      {kind.accept && (
        <>
          <button type="button" class="btn" onClick={() => upload.current!.click()}>
            {names.upload}
          </button>
          <input
            ref={upload}
            type="file"
            hidden
            accept={kind.accept}
            aria-label={names.upload}
            onChange={({ currentTarget }) => void picked(currentTarget)}
          />
        </>
      )}
      <button type="button" class="btn" onClick={() => set(null, true)}>
        {names.clear}
      </button>
      <button type="button" class="btn main" onClick={() => set(value, true)}>
        {words.done}
      </button>
    </PickerDialog>
  )
}
