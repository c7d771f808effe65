// The tools and colors of a drawing.
import { useId } from 'preact/hooks'
import { editorWords } from '../../words-editor.ts'
import { COLORS } from './shapes.ts'
import type { Drawing, Tool } from './use-drawing.ts'

const names = editorWords.drawing

/** Each tool with its key and its sign, on a grid of 16. */
export const TOOLS: readonly { tool: Tool; key: string; sign: string }[] = [
  { tool: 'select', key: 'v', sign: 'M3.5 2.75 12.5 7l-3.9 1.4L7.2 12.5z' },
  {
    tool: 'pen',
    key: 'p',
    sign: 'M2.5 11.5c1.5-6 4-8 4.75-7s-2.5 6.25-.75 6.5S9.75 7 11 7.25s-.25 3 .75 3.5 1.75-.75 1.75-.75',
  },
  { tool: 'line', key: 'l', sign: 'M3 13 13 3' },
  { tool: 'arrow', key: 'a', sign: 'M3 13 13 3M7 3h6v6' },
  { tool: 'rectangle', key: 'r', sign: 'M3.5 3.5h9a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1z' },
  {
    tool: 'ellipse',
    key: 'o',
    sign: 'M8 3.25c3.2 0 5.75 2.1 5.75 4.75S11.2 12.75 8 12.75 2.25 10.65 2.25 8 4.8 3.25 8 3.25z',
  },
  { tool: 'text', key: 't', sign: 'M3.5 4.5V3.25h9V4.5M8 3.25v9.5M6.5 12.75h3' },
]

const UNDO = 'M3 6.5h6.5a3.25 3.25 0 0 1 0 6.5H6M5.75 3.5 2.75 6.5l3 3'
const REDO = 'M13 6.5H6.5a3.25 3.25 0 0 0 0 6.5H10M10.25 3.5l3 3-3 3'
const BIN = 'M2.75 4.25h10.5M6.25 4V2.75h3.5V4M4 4.25l.6 9h6.8l.6-9'

const Sign = ({ path }: { path: string }) => (
  <svg class="i" viewBox="0 0 16 16" aria-hidden="true">
    <path d={path} />
  </svg>
)

export function Toolbar({ drawing }: { drawing: Drawing }) {
  const id = useId()
  return (
    <div class="drawing-tools">
      <fieldset class="picks">
        <legend class="sr">{names.tool}</legend>
        {TOOLS.map(({ tool, key, sign }) => (
          <label key={tool} title={names.withKey(names.kinds[tool], key.toUpperCase())}>
            <input
              type="radio"
              class="sr"
              name={`${id}-tool`}
              checked={drawing.tool === tool}
              aria-label={names.kinds[tool]}
              aria-keyshortcuts={key.toUpperCase()}
              onChange={() => drawing.setTool(tool)}
            />
            <Sign path={sign} />
          </label>
        ))}
      </fieldset>
      <fieldset class="picks">
        <legend class="sr">{editorWords.color}</legend>
        {COLORS.map((color) => (
          <label key={color} title={names.colors[color]}>
            <input
              type="radio"
              class="sr"
              name={`${id}-color`}
              checked={drawing.color === color}
              aria-label={names.colors[color]}
              onChange={() => drawing.setColor(color)}
            />
            <span class={`swatch pen-${color}`} aria-hidden="true" />
          </label>
        ))}
      </fieldset>
      <div class="row">
        <Act label={names.undo} sign={UNDO} run={drawing.undo} isOff={!drawing.canUndo} />
        <Act label={names.redo} sign={REDO} run={drawing.redo} isOff={!drawing.canRedo} />
        <Act
          label={editorWords.remove}
          sign={BIN}
          run={() => drawing.remove()}
          isOff={drawing.selected === undefined}
        />
      </div>
    </div>
  )
}

const Act = ({ label, sign, run, isOff }: { label: string; sign: string; run(): void; isOff: boolean }) => (
  <button type="button" class="btn bare icon s" aria-label={label} title={label} disabled={isOff} onClick={run}>
    <Sign path={sign} />
  </button>
)
