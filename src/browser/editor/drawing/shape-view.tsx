// A shape on the canvas.
import { editorWords } from '../../words-editor.ts'
import { pathOf } from './paths.ts'
import { boxOf, linesOf, type Shape, sizeOf } from './shapes.ts'
import { baselineOf, FONT } from './svg.ts'

const names = editorWords.drawing

interface Props {
  shape: Shape
  isSelected: boolean
  /** Absent while it is drawn. */
  index?: number
  onFocus?(): void
}

/** It can be pointed at between its lines, too. */
export function ShapeView({ shape, isSelected, index, onFocus }: Props) {
  const { left, top, right, bottom } = boxOf([shape])
  const isLine = shape.kind === 'line' || shape.kind === 'arrow' || shape.kind === 'pen'
  return (
    <g
      class={`shape pen-${shape.color}`}
      data-index={index}
      {...(index !== undefined && {
        role: 'button',
        tabindex: 0,
        'aria-pressed': isSelected,
        'aria-label': names.shape(shape.text || names.kinds[shape.kind], names.colors[shape.color]),
        onFocus,
      })}
    >
      {isLine ? (
        <path class="hit" d={pathOf(shape)} />
      ) : (
        <rect class="hit" x={left} y={top} width={right - left} height={bottom - top} />
      )}
      {shape.kind === 'text' ? <Words shape={shape} left={left} top={top} /> : <path d={pathOf(shape)} />}
    </g>
  )
}

function Words({ shape, left, top }: { shape: Shape; left: number; top: number }) {
  const size = sizeOf(shape)
  return (
    <text font-family={FONT} font-size={size} xml:space="preserve">
      {linesOf(shape).map((line, index) => (
        <tspan key={index} x={left} y={baselineOf(top, size, index)}>
          {line}
        </tspan>
      ))}
    </text>
  )
}
