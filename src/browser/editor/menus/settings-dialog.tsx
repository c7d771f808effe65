// The settings of a block: a field for each.
import { useId } from 'preact/hooks'
import type { EditorView } from 'prosemirror-view'
import { closeDialog } from '../../ui/dialog.tsx'
import { editorWords } from '../../words-editor.ts'
import { dataOf } from '../blocks/making.ts'
import { setData } from '../commands/block-commands.ts'
import { type Field, typeOf } from '../contract.ts'
import { blockNodes } from '../schema.ts'
import { ApplyDialog } from './apply-dialog.tsx'

interface Props {
  view: EditorView
  at: number
  /** It is done. */
  close(): void
  cancel(): void
}

export function SettingsDialog({ view, at, close, cancel }: Props) {
  const node = view.state.doc.nodeAt(at)
  const { label = '', fields = [] } = (node && blockNodes[typeOf(node)]) || {}
  if (!node) return null
  const data = dataOf(node)
  const heading = editorWords.settings(label)
  const save = (given: FormData) => {
    const set = Object.fromEntries(
      fields.map((field) => [field.name, readField(field, given.get(field.name), data[field.name])]),
    )
    close()
    closeDialog()
    setData(at, set)(view.state, view.dispatch)
    view.focus()
  }
  return (
    <ApplyDialog label={heading} apply={save} close={cancel}>
      {fields.map((field) => (
        <Control key={field.name} field={field} value={data[field.name]} />
      ))}
    </ApplyDialog>
  )
}

/** Numbers stay numbers, and what is off is left out. */
function readField({ kind }: Field, given: FormDataEntryValue | null, before: unknown): unknown {
  if (kind === 'switch') return given === 'on' ? true : undefined
  const text = String(given ?? '')
  if (kind === 'share') return text === textOf(before) ? before : text ? { unit: '%', value: Number(text) } : undefined
  const isNumber = kind === 'number' || typeof before === 'number'
  return isNumber && text !== '' && Number.isFinite(Number(text)) ? Number(text) : isNumber ? undefined : text
}

/** What a field shows of a value. */
function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' && 'value' in value ? String(value.value) : String(value)
}

const KINDS = {
  url: { type: 'url', required: true },
  share: { type: 'number', min: 5, max: 100, step: 5 },
} as const

function Control({ field: { name, label, kind, among }, value }: { field: Field; value: unknown }) {
  const id = useId()
  const text = textOf(value)
  if (kind === 'switch')
    return (
      <div class="field check">
        <input type="checkbox" id={id} name={name} defaultChecked={value === true} />
        <label for={id}>{label}</label>
      </div>
    )
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {kind === 'lines' ? (
        <textarea class="input" id={id} name={name} rows={4} spellcheck={false}>
          {text}
        </textarea>
      ) : typeof kind === 'string' ? (
        <>
          <input
            class="input"
            id={id}
            name={name}
            {...(kind === 'share' || kind === 'url' ? KINDS[kind] : { type: kind as 'text' })}
            list={among && `${id}-among`}
            defaultValue={text}
            autocomplete="off"
            onFocus={({ currentTarget }) => (kind === 'url' || kind === 'text') && currentTarget.select()}
          />
          {among && (
            <datalist id={`${id}-among`}>
              {among.map((each) => (
                <option key={each} value={each} />
              ))}
            </datalist>
          )}
        </>
      ) : (
        <select class="input" id={id} name={name}>
          {kind.map((option) => (
            <option key={option.value} value={option.value} selected={option.value === text}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </div>
  )
}
