// The dialog with the canvas. It is not left without a question while something in it is not saved.
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Confirm } from '../../ui/confirm.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { say } from '../../ui/toasts.tsx'
import { words } from '../../words.ts'
import { editorWords } from '../../words-editor.ts'
import { AltField } from './alt-field.tsx'
import { Canvas } from './canvas.tsx'
import { pressKey } from './keys.ts'
import type { Shape } from './shapes.ts'
import { Toolbar } from './toolbar.tsx'
import { useDrawing } from './use-drawing.ts'

const names = editorWords.drawing

interface Props {
  shapes: readonly Shape[]
  alt: string
  /** False if it could not be saved. */
  save(shapes: readonly Shape[], alt: string): Promise<boolean>
  close(): void
}

export function DrawingForm({ shapes, alt, save, close }: Props) {
  const id = useId()
  const drawing = useDrawing(shapes)
  const root = useRef<HTMLDivElement>(null)
  const [isLeaving, setLeaving] = useState(false)
  const isOver = useRef(false)
  useLayoutEffect(() => root.current!.querySelector<SVGElement>('.canvas')!.focus(), [])
  const leave = () => {
    if (isOver.current || !drawing.isChanged) return close()
    // The browser has closed it already if Escape was pressed.
    const dialog = root.current!.closest('dialog')!
    if (!dialog.open) dialog.showModal()
    setLeaving(true)
  }
  const submitted = async (form: FormData) => {
    if (drawing.shapes.length === 0) {
      say(names.empty)
      return false
    }
    isOver.current = true
    isOver.current = await save(drawing.shapes, String(form.get('alt')).trim())
    return false
  }
  const pressed = (event: KeyboardEvent) => {
    // The page behind has keys, too.
    event.stopPropagation()
    const isStep = event.key === 'Escape' && (drawing.selected !== undefined || drawing.tool !== 'select')
    if (isStep) drawing.selected === undefined ? drawing.setTool('select') : drawing.select(undefined)
    if (isStep || pressKey(drawing, event)) event.preventDefault()
  }
  return (
    <>
      <FormDialog
        heading={editorWords.blocks.drawing}
        class="drawing-dialog"
        button={names.save}
        cancel={words.cancel}
        save={submitted}
        close={leave}
      >
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of what is in it */}
        <div ref={root} class="drawing-place" onKeyDown={pressed}>
          <Toolbar drawing={drawing} />
          <Canvas drawing={drawing} about={`${id}-help`} />
          <p class="help" id={`${id}-help`}>
            {drawing.isFull ? names.full : names.help}
          </p>
          <AltField alt={alt} />
        </div>
      </FormDialog>
      {isLeaving && (
        <Confirm
          title={names.discardTitle}
          lead={names.discardLead}
          button={names.discard}
          cancel={names.keep}
          run={() => {
            isOver.current = true
            close()
          }}
          close={() => setLeaving(false)}
        />
      )}
    </>
  )
}
