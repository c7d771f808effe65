// The keys of a drawing: tools by their letters, and the selected shape by arrows.
import type { Point } from './shapes.ts'
import { TOOLS } from './toolbar.tsx'
import { type Drawing, shapeInMiddle } from './use-drawing.ts'

const ARROWS: Record<string, Point> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Whether the key meant the drawing. */
export function pressKey(drawing: Drawing, event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement
  if (target.matches('textarea, input:not([type="radio"])')) return false
  if (event.metaKey || event.ctrlKey) return stepBack(drawing, event)
  const onCanvas = target.closest('.canvas') !== null
  if (onCanvas && pressOnCanvas(drawing, event)) return true
  const tool = event.altKey ? undefined : TOOLS.find(({ key }) => key === event.key.toLowerCase())
  if (tool) drawing.setTool(tool.tool)
  return tool !== undefined
}

function stepBack({ undo, redo }: Drawing, { key, shiftKey }: KeyboardEvent): boolean {
  const letter = key.toLowerCase()
  if (letter !== 'z' && letter !== 'y') return false
  if (letter === 'y' || shiftKey) redo()
  else undo()
  return true
}

function pressOnCanvas(drawing: Drawing, { key, shiftKey, altKey, target }: KeyboardEvent): boolean {
  const { selected, shapes, tool } = drawing
  const shape = selected === undefined ? undefined : shapes[selected]
  const arrow = ARROWS[key]
  if (arrow && shape) {
    const by = arrow.map((each) => each * (shiftKey ? 10 : 1)) as unknown as Point
    if (altKey) drawing.grow(by)
    else drawing.move(by)
    return true
  }
  if ((key === 'Delete' || key === 'Backspace') && shape) {
    drawing.remove()
    ;(target as Element).closest<SVGElement>('.canvas')!.focus()
    return true
  }
  if (key !== 'Enter' && key !== ' ') return false
  if (shape?.kind === 'text') drawing.type({ shape, index: selected! })
  else if (tool !== 'select' && tool !== 'pen' && !drawing.isFull) addInMiddle(drawing, tool)
  return true
}

function addInMiddle(drawing: Drawing, kind: Parameters<typeof shapeInMiddle>[0]): void {
  const shape = shapeInMiddle(kind, drawing.color, drawing.shapes.length)
  if (kind === 'text') drawing.type({ shape })
  else drawing.add(shape)
}
