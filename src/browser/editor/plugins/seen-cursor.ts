// Keys act where the cursor is seen. A busy browser reports a key before it reports that a click has moved the cursor:
// Enter would then split the block that had the cursor before.
import { Plugin } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'

/** What ProseMirror reads the cursor with. It has no public way to do so at once. */
interface Observing {
  domObserver: { forceFlush(): void; flush(): void }
}

export const seenCursor = (): Plugin =>
  new Plugin({
    props: {
      handleDOMEvents: {
        keydown(view) {
          if (!view.composing) readCursor(view)
          return false
        },
      },
    },
  })

function readCursor(view: EditorView): void {
  const { domObserver } = view as unknown as Observing
  domObserver.forceFlush()
  domObserver.flush()
}
