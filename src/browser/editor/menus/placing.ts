// Puts what hovers around the text in its place.
import { useLayoutEffect } from 'preact/hooks'
import type { EditorState } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'

/**
 * Runs with what was drawn of a state, before anything else happens: a moment later the text may have changed, and the
 * positions of the state lead nowhere.
 */
export function usePlacing(view: EditorView, state: EditorState | undefined, place: () => void): void {
  useLayoutEffect(() => {
    if (!view.isDestroyed && view.state === state) place()
  })
}
