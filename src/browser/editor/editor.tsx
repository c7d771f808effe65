// The editor of a page: its text, and the menus around it.
import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { lazy } from 'preact-iso'
import type { EditorView } from 'prosemirror-view'
import { Guard } from '../ui/guard.tsx'
import { editorWords } from '../words-editor.ts'
import { currentBlock } from './commands/block-commands.ts'
import { createEditor, type EditorOptions } from './create.ts'
import type { Library } from './library.ts'
import { answers } from './menus/answers.ts'
import { asking } from './menus/asking.ts'
import { BlockHandle } from './menus/block-handle.tsx'
import { emojiMenu } from './menus/emoji-menu.ts'
import { insertions } from './menus/insertions.ts'
import { expressionMenu, integrationBlocks, peopleMenu } from './menus/later-menus.ts'
import { LinkDialog } from './menus/link-dialog.tsx'
import { linkTargets, type PageTarget } from './menus/link-targets.ts'
import { pageLinks } from './menus/page-links.ts'
import { SettingsDialog } from './menus/settings-dialog.tsx'
import { Toolbar } from './menus/toolbar.tsx'
import { TypedMenu } from './menus/typed-menu.tsx'
import { WordCount } from './menus/word-count.tsx'
import { selectedWords } from './plugins/comments.ts'
import { type Place, rememberPlace } from './plugins/places.ts'
import { editorState, pointedBlock } from './plugins/selected.ts'
import { type FileBlock, type Store, uploadInto } from './plugins/uploads.ts'
import { asked, askSettings } from './views/asked.ts'

const FindBar = lazy(() => import('./menus/find-bar.tsx'))
const Panels = lazy(() => import('./menus/panels.tsx'))

interface Props extends Omit<EditorOptions, 'triggers' | 'upload' | 'unfurl'> {
  store: Store
  library: Library
  /** The pages that links can lead to. */
  pages: readonly PageTarget[]
  onReady(view: EditorView): void
}

export function Editor({ pages, store, library, onReady, ...options }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<EditorView | undefined>(undefined)
  const [isLinking, setLinking] = useState(false)
  const [isFinding, setFinding] = useState(false)
  const [isPicking, setPicking] = useState(false)
  const host = useRef<HTMLDivElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const latest = useRef({ pages, options })
  latest.current = { pages, options }
  const findTargets = useMemo(() => linkTargets(() => latest.current.pages, library), [])
  useEffect(() => {
    const askFirst = asking({ pickFiles, pickPage: () => setPicking(true) })
    const ofIntegrations = integrationBlocks(library)
    const made: EditorView = createEditor(place.current!, {
      ...options,
      onEdit: () => latest.current.options.onEdit(),
      onSelect: (selection) => latest.current.options.onSelect(selection),
      isEditable: () => latest.current.options.isEditable(),
      upload: (into, files, at) => uploadInto(into, files, at, store),
      unfurl: (url) => library.unfurl(url),
      triggers: [
        insertions(
          (typed, again) => [...askFirst(typed, again), ...ofIntegrations(typed, again)],
          (at) => openSettings(made, at, true),
        ),
        pageLinks(findTargets),
        emojiMenu,
        peopleMenu(library),
        expressionMenu(library),
      ],
    })
    setView(made)
    onReady(made)
    return () => {
      made.destroy()
      asked.value = undefined
    }
  }, [])
  const openSettings = (of: EditorView, at: number, isNew = false) => {
    const node = of.state.doc.nodeAt(at)
    if (node) askSettings(node, at, isNew)
  }
  const pickedAs = useRef<Place & { as: FileBlock }>({ as: 'any' })
  useEffect(() => rememberPlace(pickedAs.current), [])
  const pickFiles = (_view: EditorView, accept: string, as: FileBlock = 'any', at?: number) => {
    Object.assign(pickedAs.current, { as, at })
    picker.current!.accept = accept
    picker.current!.click()
  }
  const picked = (input: HTMLInputElement) => {
    const { as, at = view!.state.selection.from } = pickedAs.current
    uploadInto(view!, [...input.files!], at, store, as)
    input.value = ''
    view!.focus()
  }
  /** The menu of the block with the cursor, or of the selected one. */
  const openMenu = () => {
    pointedBlock.value = currentBlock(view!.state)
    const click = () => host.current?.querySelector<HTMLElement>('.handle [aria-haspopup]')?.click()
    // After the handle has moved to the block.
    requestAnimationFrame(() => requestAnimationFrame(click))
  }
  const typed = (event: KeyboardEvent) => {
    const isMod = event.metaKey || event.ctrlKey
    if (isMod && event.key.toLowerCase() === 'f' && view) {
      event.preventDefault()
      setFinding(true)
      return
    }
    const words = isMod && event.altKey && event.code === 'KeyM' && view ? selectedWords(view.state) : undefined
    if (words && options.onComment) {
      event.preventDefault()
      options.onComment(words)
      return
    }
    const isMenu = (isMod && event.key === '/') || (event.key === 'F10' && event.shiftKey)
    if (!view?.hasFocus() || !isMenu) return linking(event)
    event.preventDefault()
    openMenu()
  }
  const linking = (event: KeyboardEvent) => {
    const isAsked = (event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k'
    if (!isAsked || !view || view.state.selection.empty) return
    event.preventDefault()
    event.stopPropagation()
    setLinking(true)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the text in it
    <div ref={host} class="editor" onKeyDown={typed}>
      {view && isFinding && <FindBar view={view} close={() => setFinding(false)} />}
      <div ref={place} />
      {view && (
        <>
          <Around>
            <BlockHandle
              view={view}
              library={library}
              settings={(at) => openSettings(view, at)}
              addPictures={(at) => pickFiles(view, 'image/*', 'picture', at)}
              onComment={options.onComment}
            />
            <Toolbar view={view} onLink={() => setLinking(true)} onComment={options.onComment} />
            <TypedMenu view={view} />
            <WordCount />
          </Around>
          <Around>
            {asked.value?.kind === 'settings' ? (
              <SettingsDialog view={view} at={asked.value.at} {...answers(view, asked.value)} />
            ) : (
              asked.value && <Panels view={view} pages={pages} store={store} library={library} />
            )}
            {isLinking && <LinkDialog view={view} find={findTargets} close={() => setLinking(false)} />}
            {isPicking && <LinkDialog view={view} find={findTargets} isBlock close={() => setPicking(false)} />}
          </Around>
          <input
            ref={picker}
            type="file"
            multiple
            hidden
            aria-label={editorWords.chooseFiles}
            onChange={({ currentTarget }) => picked(currentTarget)}
          />
        </>
      )}
    </div>
  )
}

/** What is around the text fails without it, and comes back when the text or the selection changes. */
const Around = ({ children }: { children: ComponentChildren }) => <Guard of={editorState.value}>{children}</Guard>
