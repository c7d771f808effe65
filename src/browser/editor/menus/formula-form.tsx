// A formula, drawn while it is typed.
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import type { Node } from 'prosemirror-model'
import { editorWords } from '../../words-editor.ts'
import { dataOf } from '../blocks/making.ts'
import { ApplyDialog } from './apply-dialog.tsx'

const { fields, inlines: names } = editorWords

interface Props {
  node: Node
  /** Nobody has said what it is. */
  isNew?: boolean | undefined
  save(data: { formula: string }): void
  cancel(): void
}

const load = () => import('../../../render/html/math.ts')

export function FormulaForm({ node, isNew, save, cancel }: Props) {
  const id = useId()
  const [formula, setFormula] = useState(String(dataOf(node).formula ?? ''))
  const [fault, setFault] = useState<string | undefined>(undefined)
  const preview = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    let isGone = false
    void load().then(({ drawFormula, findFormulaFault }) => {
      if (isGone) return
      setFault(findFormulaFault(formula))
      // The renderer escapes every value.
      if (preview.current) preview.current.innerHTML = drawFormula(formula, node.isBlock)?.text ?? ''
    })
    return () => {
      isGone = true
    }
  }, [formula])
  /** What readers would see as TeX is not taken. */
  const apply = async () => {
    const { findFormulaFault } = await load()
    const found = findFormulaFault(formula)
    setFault(found)
    if (found === undefined) save({ formula })
    else field.current?.focus()
  }
  return (
    <ApplyDialog label={names.formula} close={cancel} apply={() => void apply()}>
      <div class="field">
        <label for={id}>{fields.formula}</label>
        <textarea
          ref={field}
          class="input"
          id={id}
          rows={node.isBlock ? 4 : 2}
          spellcheck={false}
          required
          value={formula}
          aria-invalid={fault !== undefined}
          aria-describedby={`${id}-about`}
          // The example gives way to what is typed.
          onFocus={({ currentTarget }) =>
            isNew && currentTarget.value === dataOf(node).formula && currentTarget.select()
          }
          onInput={({ currentTarget }) => setFormula(currentTarget.value)}
        />
        <p class={fault ? 'error' : 'help'} id={`${id}-about`} aria-live="polite">
          {fault && names.formulaFault(fault)}
        </p>
      </div>
      <div class="preview" ref={preview} aria-live="polite" />
    </ApplyDialog>
  )
}
