// A page or a reusable content that is written: title, description and text. Until the editor is there, it is shown as it
// is read.

import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { EditorView } from 'prosemirror-view'
import { personColor } from '../../ui/avatar.tsx'
import { say } from '../../ui/toasts.tsx'
import { editorWords } from '../../words-editor.ts'
import { retries } from '../api/store.ts'
import { beginComment, choose, type Marked, written } from '../comments/state.ts'
import { createHost } from '../integrations/host.ts'
import { lazy } from '../lazy.tsx'
import { tellSelection, usePeople } from '../live/presence.ts'
import { type Change, listen, type Presence } from '../live/stream.ts'
import type { Heading } from './article.tsx'
import type { Content, Page } from './content.ts'
import { takeAdded } from './fresh-page.ts'
import { createLibrary } from './library.ts'
import { PageWriter, type SaveState, takeOver, whenClosed } from './page-writer.ts'
import { createSetting } from './setting.ts'
import { loadSnapshot, type PageFields, type Snapshot, type Subject } from './snapshot.ts'
import { storeFile } from './store-file.ts'
import { TitleFields } from './title-fields.tsx'
import { findUnsaved, unsavedKey } from './unsaved.ts'
import { refreshContent, type SpaceJson } from './writing.ts'

const loadEditor = () => import('../../editor/index.ts')
const Editor = lazy(() => loadEditor().then(({ Editor }) => Editor))

export interface PageEditorProps {
  content: Content
  space: SpaceJson
  user: string
  subject: Subject
  /** The slug of a page. */
  slug?: string | undefined
  pages: readonly Page[]
  /** The comments in the text. */
  marked: readonly Marked[]
  /** What is read, until the editor is there. */
  children: ComponentChildren
  onState(state: SaveState | undefined): void
  onHeadings(headings: Heading[]): void
  /** A draft was opened for what was typed. */
  onMoved(content: Content): void
}

export function PageEditor(props: PageEditorProps) {
  const { content, user, subject, onState, children } = props
  const [begun, setBegun] = useState<Begun | undefined>(undefined)
  const tries = retries.value
  useEffect(() => {
    if (begun) return
    let isGone = false
    onState(undefined)
    begin(content, user, subject).then(
      (made) => isGone || setBegun(made),
      () => isGone || onState({ is: 'closed' }),
    )
    return () => {
      isGone = true
    }
  }, [tries])
  return begun ? <Writing {...props} begun={begun} /> : children
}

async function begin(content: Content, user: string, subject: Subject): Promise<Begun> {
  const key = unsavedKey(user, content, subject.id)
  await whenClosed(key)
  const [snapshot, kit] = await Promise.all([loadSnapshot(content, subject), loadEditor()])
  const unsaved = (await takeOver(key)) ?? (await findUnsaved(key))
  if (!unsaved || isSaved(unsaved.fields, snapshot)) return { ...snapshot, kit, isRestored: false }
  return { ...snapshot, ...unsaved.fields, revision: unsaved.base, kit, isRestored: true }
}

/** Whether the server has what was kept, because only its reply was lost. */
const isSaved = ({ title, description, document }: PageFields, snapshot: Snapshot): boolean =>
  title === snapshot.title &&
  description === snapshot.description &&
  JSON.stringify(document) === JSON.stringify(snapshot.document)

/** The address of a page that nobody has named yet. */
const isNew = (slug: string | undefined): boolean => /^untitled(-\d+)?$/.test(slug ?? '')

interface Begun extends Snapshot {
  kit: Awaited<ReturnType<typeof loadEditor>>
  /** Whether it holds what was typed before and never saved. */
  isRestored: boolean
}

function Writing({
  content,
  space,
  user,
  subject,
  slug,
  pages,
  marked,
  begun,
  onState,
  onHeadings,
  onMoved,
}: PageEditorProps & { begun: Begun }) {
  const { kit } = begun
  const setting = useMemo(() => createSetting(content, pages), [])
  const view = useRef<EditorView | undefined>(undefined)
  const header = useRef({ title: begun.title, description: begun.description })
  // What others made of the header. It is shown once: after that, the fields belong to the person.
  const [shown, setShown] = useState({ title: begun.title, description: begun.description })
  const latest = useRef({ onMoved, content })
  latest.current = { onMoved, content }
  const writer = useMemo(
    () =>
      new PageWriter({
        content,
        space,
        user,
        subject,
        base: begun.revision,
        known: begun.isRestored ? undefined : { title: begun.title, description: begun.description },
        followsTitle: isNew(slug),
        renamed: refreshContent,
        read: () => ({ ...header.current, document: kit.writeDocument(view.current!.state.doc) }),
        merge: (base, theirs) => kit.mergeInto(view.current!, base, theirs),
        show({ title, description, document }) {
          header.current = { title, description }
          setShown(header.current)
          void kit.mergeInto(view.current!, kit.writeDocument(view.current!.state.doc), document)
        },
        leftInConflict: () => say(editorWords.leftInConflict(header.current.title)),
        moved: (next) => latest.current.onMoved(next),
      }),
    [],
  )
  const library = useMemo(
    () =>
      createLibrary({
        content: () => latest.current.content,
        target: () => writer.target(),
        organization: space.organization,
        page: subject.id,
      }),
    [],
  )
  useEffect(() => setting.setPages(content, pages), [content, pages])
  useEffect(() => writer.state.subscribe(onState), [])
  useEffect(() => {
    const save = () => writer.settled()
    written.save = save
    return () => {
      if (written.save === save) written.save = undefined
    }
  }, [])
  useEffect(() => {
    const stop = listen(content.space, (live) => {
      if (live.is === 'connected') writer.heard()
      else if (live.is === 'change' && live.change.revision && writer.writes(writtenIn(live.change)))
        writer.heard(live.change.revision)
    })
    // What was written since the page was read, before anybody listened.
    writer.heard()
    return stop
  }, [])
  const people = usePeople(content.space)
  const showPeople = () => {
    const here = people.filter((one) => one.page === subject.id && writer.writes(one.changeRequest))
    if (view.current) kit.showOthers(view.current, here.flatMap(otherOf))
  }
  useEffect(showPeople, [people])
  const showMarked = () => {
    if (view.current) kit.showComments(view.current, marked)
  }
  useEffect(showMarked, [marked])
  useEffect(() => {
    if (begun.isRestored) {
      say(editorWords.restored)
      writer.edited()
    }
    return () => void writer.close().then(refreshContent)
  }, [])
  const told = useRef('')
  /** Few keys change a heading. */
  const tellHeadings = () => {
    const headings = kit.headingsOf(view.current!.state.doc)
    const text = JSON.stringify(headings)
    if (text === told.current) return
    told.current = text
    onHeadings(headings)
  }
  const targets = useMemo(() => flat(pages), [pages])
  return (
    <article class="writing">
      <TitleFields
        selectsTitle={() => takeAdded(subject.id)}
        hasDescription={subject.kind === 'page'}
        shown={shown}
        onInput={(fields) => {
          header.current = { ...header.current, ...fields }
          writer.edited()
        }}
        onDone={() => view.current?.focus()}
      />
      <Editor
        document={begun.document}
        surroundings={setting.surroundings}
        reusable={setting.reusable}
        onChange={setting.onChange}
        pages={targets}
        library={library}
        openInterface={(name, keepProps) =>
          createHost({
            name,
            organization: space.organization,
            isEditable: true,
            keepProps,
            context: (theme) => ({ type: 'document', theme, spaceId: content.space, editable: true }),
          })
        }
        store={async (file: File, progress: (share: number) => void) =>
          storeFile(await writer.target(), file, progress)
        }
        isEditable={() => true}
        onEdit={() => {
          writer.edited()
          tellHeadings()
        }}
        onSelect={tellSelection}
        onCommentChosen={choose}
        onComment={subject.kind === 'page' && space.permissions.comment ? beginComment : undefined}
        onReady={(made: EditorView) => {
          view.current = made
          showPeople()
          showMarked()
          tellHeadings()
        }}
      />
    </article>
  )
}

const flat = (pages: readonly Page[]): { id: string; title: string; path: string }[] =>
  pages.flatMap((page) => [
    ...(page.type === 'document' ? [{ id: page.id, title: page.title, path: page.path ?? '' }] : []),
    ...flat(page.pages ?? []),
  ])

/** The change request that a change was written in; undefined for main, which merging writes. */
const writtenIn = ({ type, changeRequest }: Change): string | undefined =>
  type === 'change-request.merged' ? undefined : changeRequest

const otherOf = ({ client, user, selection }: Presence) =>
  selection ? [{ client, name: user.displayName, color: personColor(user.id), selection }] : []
