// The settings of a picture: what it shows, how wide it is, and which one is shown in the dark.
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import type { Node } from 'prosemirror-model'
import type { EditorView } from 'prosemirror-view'
import { type ContentRef, isContentRef } from '../../../engine/content-ref.ts'
import { isSet } from '../../../render/fields.ts'
import { closeDialog } from '../../ui/dialog.tsx'
import { CheckField } from '../../ui/fields.tsx'
import { say } from '../../ui/toasts.tsx'
import { words } from '../../words.ts'
import { editorWords } from '../../words-editor.ts'
import { dataOf } from '../blocks/making.ts'
import type { LibraryFile } from '../library.ts'
import { ApplyDialog } from './apply-dialog.tsx'
import type { Sources } from './cell-dialog.tsx'

const { fields, pictures: names } = editorWords

interface Props extends Sources {
  view: EditorView
  at: number
  node: Node
  close(): void
}

export function ImageDialog({ view, at, node, close, ...sources }: Props) {
  const id = useId()
  const data = dataOf(node)
  const [ref, setRef] = useState(data.ref)
  const [refDark, setRefDark] = useState(data.refDark)
  const pictures = usePictures(sources)
  const width = widthOf(data.width)
  const apply = (form: FormData) => {
    const alt = form.get('decoration') === 'on' ? '' : String(form.get('alt')).trim() || undefined
    const asked = { amount: String(form.get('width')), unit: String(form.get('unit')) }
    const isSame = asked.amount === width.amount && asked.unit === width.unit
    // The height of before would distort a picture of another width.
    const size = isSame ? {} : { width: lengthOf(asked), height: undefined }
    const set = Object.entries({ ...data, ref, refDark, alt, ...size }).filter(([, value]) => value !== undefined)
    closeDialog()
    view.dispatch(view.state.tr.setNodeAttribute(at, 'data', Object.fromEntries(set)))
    view.focus()
    close()
  }
  return (
    <ApplyDialog label={editorWords.settings(editorWords.blocks.image)} apply={apply} close={close}>
      <div class="field">
        <label for={`${id}-alt`}>{fields.alt}</label>
        <textarea class="input" id={`${id}-alt`} name="alt" rows={2} aria-describedby={`${id}-about`}>
          {String(data.alt ?? '')}
        </textarea>
        <p class="help" id={`${id}-about`}>
          {names.altHelp}
        </p>
      </div>
      <CheckField label={names.decoration} name="decoration" isOn={data.alt === ''} />
      <div class="field">
        <label for={`${id}-width`}>{names.width}</label>
        <div class="row">
          <input
            class="input"
            id={`${id}-width`}
            name="width"
            type="number"
            min={1}
            max={10_000}
            step="any"
            placeholder={names.natural}
            defaultValue={width.amount}
          />
          <select class="input" name="unit" aria-label={names.unit}>
            <option value="%">{names.percent}</option>
            <option value="px" selected={width.unit === 'px'}>
              {names.pixels}
            </option>
          </select>
        </div>
      </div>
      <PictureField label={names.light} value={ref} pictures={pictures} onChange={setRef} />
      <PictureField label={names.dark} none={names.same} value={refDark} pictures={pictures} onChange={setRefDark} />
    </ApplyDialog>
  )
}

interface Width {
  amount: string
  unit: string
}

function widthOf(value: unknown): Width {
  if (isSet(value)) return { amount: String(value.value), unit: String(value.unit) }
  return typeof value === 'number' ? { amount: String(value), unit: 'px' } : { amount: '', unit: '%' }
}

function lengthOf({ amount, unit }: Width): unknown {
  const value = Number(amount)
  if (!(value > 0)) return undefined
  return unit === 'px' ? value : { unit: '%', value: Math.min(value, 100) }
}

interface Pictures {
  files: readonly LibraryFile[]
  upload(file: File): Promise<string | undefined>
}

/** The pictures of the space, and those that are uploaded here. */
function usePictures({ library, store }: Sources): Pictures {
  const [files, setFiles] = useState<readonly LibraryFile[]>([])
  const add = (more: readonly LibraryFile[]) => setFiles((before) => [...before, ...more])
  useEffect(
    () =>
      void library.files().then(
        (all) => add(all.filter(({ isImage }) => isImage)),
        () => say(editorWords.table.unread),
      ),
    [],
  )
  return {
    files,
    async upload(file) {
      try {
        const { id } = await store(file, () => {})
        add([{ id, title: file.name, isImage: true }])
        return id
      } catch (error) {
        say(words.failed((error as Error).message))
        return undefined
      }
    },
  }
}

interface FieldProps {
  label: string
  /** What no picture means. Absent: there has to be one. */
  none?: string
  value: unknown
  pictures: Pictures
  onChange(ref: ContentRef | undefined): void
}

function PictureField({ label, none, value, pictures, onChange }: FieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const current = isContentRef(value) ? value : undefined
  const file = current?.kind === 'file' ? current.file : undefined
  const url = current?.kind === 'url' ? current.url : undefined
  const isKnown = file === undefined || pictures.files.some((each) => each.id === file)
  const set = (next: string | undefined) => onChange(next ? { kind: 'file', file: next } : undefined)
  const picked = async ({ files }: HTMLInputElement) => {
    const stored = files?.[0] && (await pictures.upload(files[0]))
    if (stored) set(stored)
  }
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="row">
        <select
          class="input"
          id={id}
          value={file ?? (url ? KEPT : '')}
          onChange={({ currentTarget }) => currentTarget.value !== KEPT && set(currentTarget.value)}
        >
          {none && <option value="">{none}</option>}
          {url && <option value={KEPT}>{url}</option>}
          {!isKnown && <option value={file}>{words.loading}</option>}
          {pictures.files.map((each) => (
            <option key={each.id} value={each.id}>
              {each.title}
            </option>
          ))}
        </select>
        <button type="button" class="btn" aria-label={names.uploadFor(label)} onClick={() => input.current!.click()}>
          {editorWords.table.upload}
        </button>
        <input
          ref={input}
          type="file"
          hidden
          accept="image/*"
          aria-label={names.uploadFor(label)}
          onChange={({ currentTarget }) => void picked(currentTarget)}
        />
      </div>
    </div>
  )
}

/** Stands for a picture that is no file of the space. */
const KEPT = 'kept'
