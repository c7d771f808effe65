// Settings that need more than a field: formulas, expressions with completion, buttons, icons, pictures
// in a line.
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import type { Node } from 'prosemirror-model'
import type { EditorView } from 'prosemirror-view'
import type { ContentRef } from '../../../engine/content-ref.ts'
import { iconNames } from '../../icons.ts'
import { closeDialog } from '../../ui/dialog.tsx'
import { editorWords } from '../../words-editor.ts'
import { dataOf } from '../blocks/making.ts'
import { setData } from '../commands/block-commands.ts'
import { completed } from '../completion.ts'
import type { Item } from '../library.ts'
import { ApplyDialog } from './apply-dialog.tsx'
import type { Sources } from './cell-dialog.tsx'
import { FormulaForm } from './formula-form.tsx'
import { ImageDialog } from './image-dialog.tsx'
import { urlOf } from './link-dialog.tsx'
import { PickerDialog } from './picker-dialog.tsx'

const { fields, inlines: names } = editorWords

interface Props extends Sources {
  view: EditorView
  at: number
  /** Nobody has said what it is. */
  isNew?: boolean | undefined
  /** It is done. */
  close(): void
  cancel(): void
}

export function NodeDialog(props: Props) {
  const node = props.view.state.doc.nodeAt(props.at)
  if (!node) return null
  const { name } = node.type
  if (name === 'image') return <ImageDialog {...props} node={node} />
  if (name === 'icon') return <IconDialog {...props} node={node} />
  const save = (data: Record<string, unknown>) => {
    closeDialog()
    setData(props.at, data)(props.view.state, props.view.dispatch)
    props.view.focus()
    props.close()
  }
  const own = { ...props, node, save }
  if (name === 'math' || name === 'inline_math') return <FormulaForm {...own} />
  if (name === 'button') return <ButtonForm {...own} />
  if (name === 'inline_image') return <PictureForm {...own} />
  return <ExpressionForm {...own} />
}

type FormProps = Props & { node: Node; save(data: Record<string, unknown>): void }

/** What is wrong with an expression. */
function useFault(expression: string): string | undefined {
  const [fault, setFault] = useState<string | undefined>(undefined)
  useEffect(() => {
    let isGone = false
    void import('../../../expressions/index.ts').then(({ findExpressionError }) => {
      if (!isGone) setFault(expression.trim() === '' ? undefined : findExpressionError(expression))
    })
    return () => {
      isGone = true
    }
  }, [expression])
  return fault
}

function ExpressionForm({ node, isNew, library, save, cancel }: FormProps) {
  const id = useId()
  const [expression, setExpression] = useState(isNew ? '' : String(dataOf(node).expression ?? ''))
  const [variables, setVariables] = useState<readonly Item[]>([])
  const fault = useFault(expression)
  useEffect(() => void library.variables().then(setVariables, () => {}), [])
  const isCondition = node.type.name === 'if'
  return (
    <ApplyDialog
      label={isCondition ? names.condition : names.expression}
      close={cancel}
      apply={() => save({ expression })}
    >
      <div class="field">
        <label for={id}>{isCondition ? fields.condition : names.expression}</label>
        <input
          class="input mono"
          id={id}
          list={`${id}-known`}
          spellcheck={false}
          autocomplete="off"
          required
          value={expression}
          aria-invalid={fault !== undefined}
          aria-describedby={`${id}-about`}
          onInput={({ currentTarget }) => setExpression(currentTarget.value)}
        />
        <datalist id={`${id}-known`}>
          {completed(expression, [...variables, ...CLAIMS]).map(({ title, lead }) => (
            <option key={title} value={title}>
              {lead}
            </option>
          ))}
        </datalist>
        <p class={fault ? 'error' : 'help'} id={`${id}-about`}>
          {fault ?? (isCondition ? names.conditionHelp : names.expressionHelp)}
        </p>
      </div>
    </ApplyDialog>
  )
}

const CLAIMS: readonly Item[] = [{ id: 'claims', title: 'visitor.claims.', lead: names.claims }]

function ButtonForm({ node, pages, save, cancel }: FormProps) {
  const id = useId()
  const data = dataOf(node)
  const ref = data.ref as ContentRef | undefined
  const before =
    ref?.kind === 'url'
      ? ref.url
      : ref?.kind === 'page'
        ? (pages.find((page) => page.id === ref.page)?.title ?? '')
        : ''
  const input = useRef<HTMLInputElement>(null)
  const finish = (form: FormData) => {
    const target = String(form.get('target'))
    const url = urlOf(target)
    const page = pages.find(({ title }) => title === target)
    const next: ContentRef | undefined = page ? { kind: 'page', page: page.id } : url ? { kind: 'url', url } : undefined
    if (!next && target !== before) {
      input.current!.setCustomValidity(names.noTarget)
      input.current!.reportValidity()
      return
    }
    save({ label: form.get('label'), kind: form.get('kind'), icon: form.get('icon'), ref: next ?? ref })
  }
  return (
    <ApplyDialog label={names.button} close={cancel} apply={finish}>
      <div class="field">
        <label for={`${id}-label`}>{names.label}</label>
        <input class="input" id={`${id}-label`} name="label" required defaultValue={String(data.label ?? '')} />
      </div>
      <div class="field">
        <label for={`${id}-target`}>{editorWords.linkTo}</label>
        <input
          ref={input}
          class="input"
          id={`${id}-target`}
          name="target"
          list={`${id}-pages`}
          required
          autocomplete="off"
          placeholder={editorWords.linkHint}
          defaultValue={before}
          onInput={({ currentTarget }) => currentTarget.setCustomValidity('')}
        />
        <datalist id={`${id}-pages`}>
          {pages.slice(0, MAX_PAGES).map((page) => (
            <option key={page.id} value={page.title} />
          ))}
        </datalist>
      </div>
      <div class="field">
        <label for={`${id}-kind`}>{fields.style}</label>
        <select class="input" id={`${id}-kind`} name="kind">
          <option value="primary">{names.primary}</option>
          <option value="secondary" selected={data.kind === 'secondary'}>
            {names.secondary}
          </option>
        </select>
      </div>
      <div class="field">
        <label for={`${id}-icon`}>{fields.icon}</label>
        <input class="input" id={`${id}-icon`} name="icon" defaultValue={String(data.icon ?? '')} autocomplete="off" />
      </div>
    </ApplyDialog>
  )
}

const MAX_PAGES = 2000

function PictureForm({ node, save, cancel }: FormProps) {
  const id = useId()
  const data = dataOf(node)
  return (
    <ApplyDialog
      label={names.picture}
      close={cancel}
      apply={(form) => save({ alt: form.get('alt'), size: form.get('size') })}
    >
      <div class="field">
        <label for={`${id}-alt`}>{fields.alt}</label>
        <input class="input" id={`${id}-alt`} name="alt" defaultValue={String(data.alt ?? '')} autocomplete="off" />
      </div>
      <div class="field">
        <label for={`${id}-size`}>{names.size}</label>
        <select class="input" id={`${id}-size`} name="size">
          <option value="line">{names.lineSize}</option>
          <option value="original" selected={data.size === 'original'}>
            {names.originalSize}
          </option>
        </select>
      </div>
    </ApplyDialog>
  )
}

/** The exact name first, then those that begin with it. */
function ranked(names: readonly string[], typed: string): string[] {
  const rank = (name: string) => (name === typed ? 0 : name.startsWith(typed) ? 1 : 2)
  return names.filter((name) => name.includes(typed)).sort((one, other) => rank(one) - rank(other))
}

function IconDialog({ view, at, close, cancel }: Props & { node: Node }) {
  const find = async (typed: string) =>
    ranked(await iconNames(), typed.toLowerCase()).map((name) => ({ id: name, title: name }))
  return (
    <PickerDialog
      label={names.icon}
      placeholder={names.findIcon}
      icon="spark"
      none={names.noIcon}
      find={find}
      pick={({ id }) => {
        closeDialog()
        setData(at, { icon: id })(view.state, view.dispatch)
        view.focus()
        close()
      }}
      close={cancel}
    />
  )
}
