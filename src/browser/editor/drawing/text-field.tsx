// Where text of a drawing is typed: on the canvas, in its size and color.
import { useLayoutEffect, useRef } from 'preact/hooks'
import { editorWords } from '../../words-editor.ts'
import { boxOf, HEIGHT, LEADING, MAX_TEXT, type Shape, sizeOf, textAt, WIDTH } from './shapes.ts'
import { FONT } from './svg.ts'
import type { Typing } from './use-drawing.ts'

interface Props {
  typing: Typing
  /** Undefined if nothing was typed. */
  done(shape: Shape | undefined): void
}

export function TextField({ typing: { shape }, done }: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  const isDone = useRef(false)
  const { left, top } = boxOf([shape])
  const size = sizeOf(shape)
  useLayoutEffect(() => {
    field.current!.style.fontSize = `${size}px`
    field.current!.focus()
    field.current!.select()
  }, [])
  const finish = () => {
    if (isDone.current) return
    isDone.current = true
    const text = field.current!.value.trimEnd()
    done(text === '' ? undefined : textAt([left, top], shape.color, text, size, widthOf(text, size)))
  }
  return (
    <foreignObject x={left} y={top} width={WIDTH - left} height={HEIGHT - top}>
      <textarea
        ref={field}
        class={`pen-${shape.color}`}
        aria-label={editorWords.drawing.text}
        maxLength={MAX_TEXT}
        rows={Math.max(1, Math.floor((HEIGHT - top) / size / LEADING))}
        defaultValue={shape.text ?? ''}
        onBlur={finish}
        onKeyDown={(event) => {
          const isOver = event.key === 'Escape' || (event.key === 'Enter' && !event.shiftKey && !event.isComposing)
          event.stopPropagation()
          if (!isOver) return
          event.preventDefault()
          finish()
        }}
      />
    </foreignObject>
  )
}

function widthOf(text: string, size: number): number {
  const context = document.createElement('canvas').getContext('2d')!
  context.font = `${size}px ${FONT}`
  return Math.ceil(Math.max(...text.split('\n').map((line) => context.measureText(line).width), size / 2))
}
