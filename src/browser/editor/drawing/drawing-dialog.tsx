// Makes a drawing, or goes on with one. Each version is a file of its own, so that drafts and older versions of the page
// keep theirs.
import { useEffect, useState } from 'preact/hooks'
import type { EditorView } from 'prosemirror-view'
import { isContentRef } from '../../../engine/content-ref.ts'
import { closeDialog } from '../../ui/dialog.tsx'
import { say } from '../../ui/toasts.tsx'
import { editorWords } from '../../words-editor.ts'
import { dataOf } from '../blocks/making.ts'
import { ApplyDialog } from '../menus/apply-dialog.tsx'
import type { Sources } from '../menus/cell-dialog.tsx'
import { AltField } from './alt-field.tsx'
import { DrawingForm } from './drawing-form.tsx'
import { putDrawing } from './putting.ts'
import type { Shape } from './shapes.ts'
import { readDrawing, writeDrawing } from './svg.ts'

interface Props extends Sources {
  view: EditorView
  /** Absent: a new one. */
  at?: number | undefined
  close(): void
}

export default function DrawingDialog({ view, at, library, store, close }: Props) {
  const [node] = useState(at === undefined ? null : view.state.doc.nodeAt(at))
  const data = node ? dataOf(node) : {}
  const file = isContentRef(data.ref) && data.ref.kind === 'file' ? data.ref.file : undefined
  const [known, setKnown] = useState<{ shapes: readonly Shape[] | undefined } | undefined>(
    node ? undefined : { shapes: [] },
  )
  useEffect(() => {
    if (!node) return
    const failed = () => {
      say(editorWords.drawing.unread)
      close()
    }
    if (file) void library.readFile(file).then((svg) => setKnown({ shapes: readDrawing(svg) }), failed)
    else setKnown({ shapes: data.ref === undefined ? [] : undefined })
  }, [])
  const put = (set: Record<string, unknown>) => {
    closeDialog()
    putDrawing(view, node, set)
    close()
    return true
  }
  const save = async (shapes: readonly Shape[], alt: string) => {
    if (shapes === known!.shapes) return put({ alt })
    const made = new File([writeDrawing(shapes)], FILE, { type: 'image/svg+xml' })
    try {
      const { id } = await store(made, () => {})
      return put({ alt, ref: { kind: 'file', file: id } })
    } catch (error) {
      say(editorWords.uploadFailed(FILE, (error as Error).message))
      return false
    }
  }
  const alt = String(data.alt ?? '')
  if (!known) return null
  if (known.shapes) return <DrawingForm shapes={known.shapes} alt={alt} save={save} close={close} />
  return (
    <ApplyDialog
      label={editorWords.settings(editorWords.blocks.drawing)}
      apply={(form) => void put({ alt: String(form.get('alt')).trim() })}
      close={close}
    >
      <p>{editorWords.drawing.foreign}</p>
      <AltField alt={alt} />
    </ApplyDialog>
  )
}

const FILE = 'drawing.svg'
