// How a table is shown: as a grid or as cards, with the columns that have a part in a card.
import { useId, useState } from 'preact/hooks'
import type { EditorView } from 'prosemirror-view'
import { closeDialog } from '../../ui/dialog.tsx'
import { editorWords } from '../../words-editor.ts'
import { type Column, columnsOf, setView, tableData, viewOf } from '../table/data.ts'
import { ApplyDialog } from './apply-dialog.tsx'
import { Check } from './column-dialog.tsx'

const { table: names, fields } = editorWords

export function TableDialog({ view, at, close }: { view: EditorView; at: number; close(): void }) {
  const table = view.state.doc.nodeAt(at)
  const data = table ? tableData(table) : {}
  const shown = viewOf(data)
  const [type, setType] = useState(shown.type === 'cards' ? 'cards' : 'grid')
  const id = useId()
  if (!table) return null
  const columns = columnsOf(data)
  const save = (form: FormData) => {
    const own =
      type === 'cards'
        ? {
            cardSize: form.get('cardSize'),
            targetDefinition: form.get('target'),
            coverDefinition: form.get('cover'),
            coverDefinitionDark: form.get('coverDark'),
            ...(form.get('hideTitles') === 'on' && { hideColumnTitle: true }),
          }
        : { hideHeader: form.get('hideHeader') === 'on' }
    const { fullWidth: _, ...rest } = setView(data, { type, ...own })
    closeDialog()
    const next = { ...rest, ...(form.get('fullWidth') === 'on' && { fullWidth: true }) }
    view.dispatch(view.state.tr.setNodeAttribute(at, 'data', next))
    view.focus()
    close()
  }
  const pictures = columns.filter((column) => column.type === 'files' || column.type === 'image')
  const links = columns.filter((column) => column.type === 'content-ref')
  return (
    <ApplyDialog label={names.settings} apply={save} close={close}>
      <div class="field">
        <label for={id}>{names.view}</label>
        <select class="input" id={id} value={type} onChange={({ currentTarget }) => setType(currentTarget.value)}>
          <option value="grid">{names.grid}</option>
          <option value="cards">{names.cards}</option>
        </select>
      </div>
      {type === 'grid' && <Check name="hideHeader" label={names.hideHeader} isOn={shown.hideHeader === true} />}
      {type === 'cards' && (
        <>
          <div class="field">
            <label for={`${id}-size`}>{names.cardSize}</label>
            <select class="input" id={`${id}-size`} name="cardSize">
              <option value="medium">{names.medium}</option>
              <option value="large" selected={shown.cardSize === 'large'}>
                {names.large}
              </option>
            </select>
          </div>
          <Chosen name="target" label={names.target} columns={links} value={shown.targetDefinition} />
          <Chosen name="cover" label={names.cover} columns={pictures} value={shown.coverDefinition} />
          <Chosen name="coverDark" label={names.coverDark} columns={pictures} value={shown.coverDefinitionDark} />
          <Check name="hideTitles" label={names.hideTitles} isOn={shown.hideColumnTitle === true} />
        </>
      )}
      <Check name="fullWidth" label={fields.fullWidth} isOn={data.fullWidth === true} />
    </ApplyDialog>
  )
}

interface ChosenProps {
  name: string
  label: string
  columns: readonly Column[]
  value: unknown
}

function Chosen({ name, label, columns, value }: ChosenProps) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select class="input" id={id} name={name}>
        <option value="">{names.none}</option>
        {columns.map((column) => (
          <option key={column.id} value={column.id} selected={column.id === value}>
            {column.title || names.untitled}
          </option>
        ))}
      </select>
    </div>
  )
}
