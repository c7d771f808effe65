// Frames of an interface: they are told what inputs hold, and tell what they want.
import type { Json } from './contract.ts'
import { resolved } from './inputs.ts'

const MIN_HEIGHT = 32
const MAX_HEIGHT = 10_000

const framesIn = (root: Element): HTMLIFrameElement[] => [
  ...root.querySelectorAll<HTMLIFrameElement>('iframe.ck-frame'),
]

/** Tells a frame what inputs hold; only those of the integration itself. */
function tell(frame: HTMLIFrameElement, state: Json): void {
  const { told } = frame.dataset
  if (told === undefined) return
  // A frame without an origin can be named only so.
  const target = frame.sandbox.contains('allow-same-origin') ? new URL(frame.src).origin : '*'
  frame.contentWindow?.postMessage({ state: resolved(JSON.parse(told), state) }, target)
}

export const tellAll = (root: Element, state: Json): void => {
  for (const frame of framesIn(root)) tell(frame, state)
}

function resize(frame: HTMLIFrameElement, size: Json): void {
  const height = Number(size.height ?? size.maxHeight)
  const ratio = Number(size.aspectRatio)
  if (height > 0) frame.style.blockSize = `${Math.min(Math.max(height, MIN_HEIGHT), MAX_HEIGHT)}px`
  else if (ratio > 0) frame.style.aspectRatio = String(ratio)
}

/** Players say their height so. */
function heightIn(text: string): number | undefined {
  try {
    const { context, height } = JSON.parse(text) as Json
    return context === 'iframe.resize' && typeof height === 'number' ? height : undefined
  } catch {
    return undefined
  }
}

/** Hears the frames of an interface until the function is called. */
export function listen(root: Element, stateOf: () => Json, act: (action: Json) => void): () => void {
  const hear = ({ data, source }: MessageEvent<unknown>) => {
    const frame = framesIn(root).find(({ contentWindow }) => contentWindow === source)
    if (!frame || !source) return
    const height = typeof data === 'string' ? heightIn(data) : undefined
    if (height !== undefined) resize(frame, { height })
    const { action } = (typeof data === 'object' && data !== null ? data : {}) as { action?: Json }
    if (frame.dataset.told === undefined || typeof action?.action !== 'string') return
    if (action.action === '@webframe.ready') tell(frame, stateOf())
    else if (action.action === '@webframe.resize') resize(frame, (action.size as Json | undefined) ?? action)
    else act(action)
  }
  const loaded = ({ target }: Event) => {
    if (target instanceof HTMLIFrameElement) tell(target, stateOf())
  }
  addEventListener('message', hear)
  root.addEventListener('load', loaded, true)
  return () => {
    removeEventListener('message', hear)
    root.removeEventListener('load', loaded, true)
  }
}
