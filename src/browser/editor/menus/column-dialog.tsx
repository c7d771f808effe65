// A column of a table: its title, its type with what belongs to it, and its place.
import { useId, useState } from 'preact/hooks'
import type { EditorView } from 'prosemirror-view'
import { newKey } from '../../random.ts'
import { closeDialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { editorWords } from '../../words-editor.ts'
import {
  addColumn,
  COLUMN_TYPES,
  columnOf,
  type Data,
  definitionOf,
  isShown,
  moveColumn,
  type Option,
  optionsOf,
  removeColumn,
  setColumn,
  showColumn,
  tableData,
  viewOf,
} from '../table/data.ts'
import { textsOf } from '../table/shape.ts'
import { ApplyDialog } from './apply-dialog.tsx'

const { table: names, colors, fields } = editorWords

interface Props {
  view: EditorView
  at: number
  column: string
  close(): void
}

export function ColumnDialog({ view, at, column: id, close }: Props) {
  const table = view.state.doc.nodeAt(at)
  const data = table ? tableData(table) : {}
  const column = columnOf(data, id)
  const [type, setType] = useState(column.type)
  const [options, setOptions] = useState(optionsOf(column))
  const ids = useId()
  if (!table) return null
  const leave = (next: Data) => {
    closeDialog()
    if (next !== data) view.dispatch(view.state.tr.setNodeAttribute(at, 'data', next))
    view.focus()
    close()
  }
  const retype = (next: string) => {
    setType(next)
    // What the cells say becomes the options.
    const said = [...new Set(textsOf(table, id).map((text) => text.trim()))].filter(Boolean)
    if (next === 'select' && options.length === 0)
      setOptions(said.map((label) => ({ value: newKey(), label, color: 'blue' })))
  }
  const save = (form: FormData) => {
    const title = String(form.get('title'))
    const own = type === column.type ? column.definition : { ...definitionOf(id, title, type) }
    const set: Data = {
      ...Object.fromEntries(Object.keys(column.definition).map((name) => [name, undefined])),
      ...own,
      title,
      ...(title !== column.title && { heading: undefined }),
      ...(type === 'text' && { textAlignment: String(form.get('align')) }),
      ...(type === 'rating' && { max: Math.min(Math.max(Number(form.get('max')) || 5, 1), 20) }),
      ...((type === 'select' || type === 'users') && { multiple: form.get('multiple') === 'on' }),
      ...(type === 'select' && { options: options.filter(({ label }) => label.trim() !== '') }),
    }
    const changed = setColumn(data, id, set)
    const isHidden = form.get('hidden') === 'on'
    leave(isHidden === isShown(data, id) ? showColumn(changed, id, !isHidden) : changed)
  }
  const insert = (after: 0 | 1) => {
    const place = (viewOf(data).columns as string[]).indexOf(id)
    leave(addColumn(data, definitionOf(newKey(), '', 'text'), Math.max(0, place) + after))
  }
  return (
    <ApplyDialog
      label={names.columnSettings(column.title || names.untitled)}
      class="column-dialog"
      apply={save}
      close={close}
    >
      <div class="field">
        <label for={`${ids}-title`}>{names.title}</label>
        <input class="input" id={`${ids}-title`} name="title" defaultValue={column.title} autocomplete="off" />
      </div>
      <div class="field">
        <label for={`${ids}-type`}>{names.type}</label>
        <select
          class="input"
          id={`${ids}-type`}
          value={type}
          onChange={({ currentTarget }) => retype(currentTarget.value)}
        >
          {COLUMN_TYPES.map((each) => (
            <option key={each} value={each}>
              {names.types[each]}
            </option>
          ))}
        </select>
      </div>
      {type === 'text' && (
        <div class="field">
          <label for={`${ids}-align`}>{fields.align}</label>
          <select class="input" id={`${ids}-align`} name="align">
            {(['left', 'center', 'right'] as const).map((each, place) => (
              <option key={each} value={each} selected={column.definition.textAlignment === each}>
                {[fields.start, fields.center, fields.end][place]}
              </option>
            ))}
          </select>
        </div>
      )}
      {type === 'rating' && (
        <div class="field">
          <label for={`${ids}-max`}>{names.most}</label>
          <input
            class="input"
            id={`${ids}-max`}
            name="max"
            type="number"
            min={1}
            max={20}
            defaultValue={String(column.definition.max ?? 5)}
          />
        </div>
      )}
      {type === 'select' && <Options options={options} change={setOptions} />}
      {(type === 'select' || type === 'users') && (
        <Check name="multiple" label={names.multiple} isOn={column.definition.multiple === true} />
      )}
      <Check name="hidden" label={names.hidden} isOn={!isShown(data, id)} />
      <div class="row wrap">
        <button type="button" class="btn s" onClick={() => insert(0)}>
          {names.insertBefore}
        </button>
        <button type="button" class="btn s" onClick={() => insert(1)}>
          {names.insertAfter}
        </button>
        <button type="button" class="btn s" onClick={() => leave(moveColumn(data, id, -1))}>
          {names.moveBefore}
        </button>
        <button type="button" class="btn s" onClick={() => leave(moveColumn(data, id, 1))}>
          {names.moveAfter}
        </button>
        <button type="button" class="btn s" onClick={() => leave(removeColumn(data, id))}>
          {names.removeColumn}
        </button>
      </div>
    </ApplyDialog>
  )
}

export function Check({ name, label, isOn }: { name: string; label: string; isOn: boolean }) {
  const id = useId()
  return (
    <div class="field check">
      <input type="checkbox" id={id} name={name} defaultChecked={isOn} />
      <label for={id}>{label}</label>
    </div>
  )
}

const COLORS = Object.keys(colors).filter((color) => color !== 'none') as (keyof typeof colors)[]

function Options({ options, change }: { options: readonly Option[]; change(options: Option[]): void }) {
  const set = (at: number, fields: Partial<Option>) =>
    change(options.map((option, each) => (each === at ? { ...option, ...fields } : option)))
  return (
    <fieldset class="options">
      <legend>{names.options}</legend>
      {options.map((option, at) => (
        <div key={option.value} class="row">
          <input
            class="input"
            aria-label={names.optionName(at + 1)}
            value={option.label}
            onInput={({ currentTarget }) => set(at, { label: currentTarget.value })}
          />
          <select
            class="input"
            aria-label={names.optionColor(at + 1)}
            value={option.color}
            onChange={({ currentTarget }) => set(at, { color: currentTarget.value })}
          >
            {COLORS.map((color) => (
              <option key={color} value={color}>
                {colors[color]}
              </option>
            ))}
          </select>
          <button
            type="button"
            class="btn bare icon"
            aria-label={names.removeOption(at + 1)}
            onClick={() => change(options.filter((_, each) => each !== at))}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
      <button
        type="button"
        class="btn s"
        onClick={() =>
          change([...options, { value: newKey(), label: '', color: COLORS[options.length % COLORS.length]! }])
        }
      >
        <Icon name="plus" />
        {names.addOption}
      </button>
    </fieldset>
  )
}
