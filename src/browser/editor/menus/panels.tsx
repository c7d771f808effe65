// The dialogs that views ask for. They are loaded when one is first opened.

import { lazy } from 'preact-iso'
import type { EditorView } from 'prosemirror-view'
import { asked } from '../views/asked.ts'
import { answers } from './answers.ts'
import { ApiPanel } from './api-panel.tsx'
import { CellDialog, type Sources } from './cell-dialog.tsx'
import { ColumnDialog } from './column-dialog.tsx'
import { NodeDialog } from './node-dialog.tsx'
import { NoteDialog } from './note-dialog.tsx'
import { PickDialog } from './pick-dialog.tsx'
import { TableDialog } from './table-dialog.tsx'
import { TurnDialog } from './turn-dialog.tsx'

const DrawingDialog = lazy(() => import('../drawing/drawing-dialog.tsx'))

export default function Panels({ view, ...sources }: { view: EditorView } & Sources) {
  const what = asked.value
  const close = () => {
    asked.value = undefined
  }
  if (!what) return null
  if (what.kind === 'column') return <ColumnDialog view={view} {...what} close={close} />
  if (what.kind === 'table') return <TableDialog view={view} at={what.at} close={close} />
  if (what.kind === 'pick') return <PickDialog view={view} what={what.what} library={sources.library} close={close} />
  if (what.kind === 'api') return <ApiPanel view={view} library={sources.library} close={close} />
  if (what.kind === 'turn') return <TurnDialog view={view} at={what.at} close={close} />
  if (what.kind === 'note') return <NoteDialog view={view} close={close} />
  const isDrawing = what.kind === 'node' && view.state.doc.nodeAt(what.at)?.type.name === 'drawing'
  if (what.kind === 'drawing' || isDrawing)
    return <DrawingDialog view={view} at={isDrawing ? what.at : undefined} close={close} {...sources} />
  if (what.kind === 'node')
    return <NodeDialog view={view} at={what.at} isNew={what.isNew} {...answers(view, what)} {...sources} />
  if (what.kind === 'settings') return null
  return <CellDialog view={view} at={what.at} close={close} {...sources} />
}
