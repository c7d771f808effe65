// A space: its page tree beside the page that is read.
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useCover } from '../../ui/cover.ts'
import { Icon } from '../../ui/icon.tsx'
import { Empty } from '../../ui/states.tsx'
import { words } from '../../words.ts'
import type { ReplyTo } from '../api/operations.ts'
import { type Reading, useReading } from '../api/store.ts'
import { Beside, CommentsButton, useMarked } from '../comments/beside.tsx'
import { isPanelOpen, type Marked } from '../comments/state.ts'
import { useFollowing } from '../live/follow.ts'
import { PeopleHere } from '../live/people-here.tsx'
import { usePresence } from '../live/presence.ts'
import { PageDialogs } from '../page-settings/asking.tsx'
import { isMissing, Missing, Read } from '../reading.tsx'
import { Bar } from '../shell/bar.tsx'
import { enterOrganization } from '../shell/organization.ts'
import { DeletedSpace } from '../spaces/deleted-space.tsx'
import { SpaceMenu } from '../spaces/space-menu.tsx'
import { Article, type Heading, Outline } from './article.tsx'
import { Backlinks } from './backlinks.tsx'
import { addressOf, type Content, type Page, usePage, useTree } from './content.ts'
import { EmptySpace } from './empty-space.tsx'
import { PageActions } from './page-actions.tsx'
import { PageEditor } from './page-editor.tsx'
import { PageTree } from './page-tree.tsx'
import type { SaveState } from './page-writer.ts'
import { readable } from './rows.ts'
import { Saving } from './saving.tsx'
import { useTreeEdits } from './tree-edits.tsx'
import { Variant } from './variant.tsx'
import { writesToMain } from './writing.ts'

interface Props {
  spaceId: string
  changeRequestId?: string
  revisionId?: string
  pageId?: string
}

export function Space({ spaceId, changeRequestId, revisionId, pageId }: Props) {
  const given = { space: spaceId, changeRequest: changeRequestId, revision: revisionId }
  // A draft that was opened while typing takes the place of main, without a new screen.
  const [opened, setOpened] = useState<Content | undefined>(undefined)
  const content = opened?.space === spaceId && !changeRequestId && !revisionId ? opened : given
  useEffect(() => setOpened(undefined), [spaceId, changeRequestId, revisionId, pageId])
  useFollowing(spaceId)
  const space = useReading('GET /spaces/:spaceId', { spaceId }).value
  const tree = useLast(useTree(content), spaceId)
  if (space.value?.deletedAt) return <DeletedSpace space={space.value} />
  if (isMissing(space) || isMissing(tree)) return <Missing />
  if (space.value) enterOrganization(space.value.organization)
  return (
    <Read of={tree}>
      {({ pages }) => {
        const order = readable(pages)
        const current = pageId ?? order[0]?.id
        const follow = (draft: Content) => {
          setOpened(draft)
          history.replaceState(history.state, '', addressOf(draft, current))
        }
        return (
          <Desk
            key={changeRequestId ?? revisionId ?? ''}
            content={content}
            space={space.value}
            pages={pages}
            order={order}
            current={current}
            follow={follow}
          />
        )
      }}
    </Read>
  )
}

interface DeskProps {
  content: Content
  /** Undefined while it is read. */
  space: ReplyTo<'GET /spaces/:spaceId'> | undefined
  pages: Page[]
  order: Page[]
  current: string | undefined
  /** A draft was opened for what is typed. */
  follow(draft: Content): void
}

/** While something else of the space is read, what was shown before stays. */
function useLast<T>(reading: Reading<T>, space: string): Reading<T> {
  const last = useRef<{ space: string; value: T } | undefined>(undefined)
  if (reading.value !== undefined) last.current = { space, value: reading.value }
  const { value, error } = reading
  return value === undefined && !error && last.current?.space === space
    ? { ...reading, value: last.current.value }
    : reading
}

function Desk({ content, space, pages, order, current, follow }: DeskProps) {
  const title = space?.title ?? ''
  const published = space?.urls.published
  const page = usePage(content, current)
  usePresence(content, current)
  const [headings, setHeadings] = useState<Heading[]>([])
  const [saveState, setSaveState] = useState<SaveState | undefined>(undefined)
  const [isTreeShown, setTreeShown] = useState(false)
  useEffect(() => setTreeShown(false), [current])
  const tree = useRef<HTMLDivElement>(null)
  useCover({
    isOpen: isTreeShown,
    element: tree,
    first: () => stopOf(tree.current!),
    close: () => setTreeShown(false),
  })
  const shown = order.find(({ id }) => id === current)
  const name = shown?.title
  const { value: user } = useReading('GET /user', {}).value
  const marked = useMarked(content, current)
  const isTalking = isPanelOpen.value && current !== undefined && !content.revision
  return (
    <>
      <Bar
        title={name ? `${name} · ${title}` : title}
        shown={title}
        aside={
          <>
            {space && <SpaceMenu space={space} />}
            {space && <Variant content={content} space={space} page={current} />}
            {!content.changeRequest && !content.revision && space && writesToMain(space) && (
              <span class="tag wide-only">{words.space.live}</span>
            )}
            <PeopleHere content={content} order={order} />
            <Saving state={saveState} />
          </>
        }
      >
        <button type="button" class="btn narrow" aria-expanded={isTreeShown} onClick={() => setTreeShown(!isTreeShown)}>
          <Icon name="side" />
          {words.space.pages}
        </button>
        {current && !content.revision && <CommentsButton content={content} page={current} />}
        {current && (
          <PageActions
            content={content}
            page={current}
            editable={space?.permissions.propose && !content.revision ? shown : undefined}
            {...(published && { published })}
          />
        )}
      </Bar>
      <div ref={tree} class={`desk${isTreeShown ? ' tree-shown' : ''}${isTalking ? ' talking' : ''}`}>
        <Tree content={content} space={space} pages={pages} current={current} />
        <main class="scroll sheet" id="main" tabIndex={-1} aria-label={name ?? title} key={current}>
          {pages.length === 0 ? (
            <EmptySpace content={content} space={mayWrite(space, content) ? space : undefined} />
          ) : isMissing(page) ? (
            <div class="home">
              <Empty title={words.missing.title}>
                <p>{words.missing.lead}</p>
              </Empty>
            </div>
          ) : (
            <div class="reading">
              <div>
                <Text
                  content={content}
                  space={space}
                  pages={pages}
                  page={shown}
                  user={user?.id}
                  marked={marked}
                  follow={follow}
                  onState={setSaveState}
                  onHeadings={setHeadings}
                >
                  <Read of={page}>
                    {(read) => (
                      <Article
                        page={read}
                        marked={marked}
                        mayComment={!content.revision && space?.permissions.comment === true}
                        onHeadings={setHeadings}
                      />
                    )}
                  </Read>
                </Text>
                {current && <Neighbours content={content} order={order} current={current} />}
                {current && !content.changeRequest && !content.revision && (
                  <Backlinks space={content.space} page={current} />
                )}
              </div>
              <Outline headings={headings} />
            </div>
          )}
        </main>
        {isTalking && space && user && (
          <Beside content={content} space={space} user={user.id} page={current} pages={pages} />
        )}
      </div>
    </>
  )
}

/** Where the Tab key arrives in the tree; an empty one has only its buttons. */
const stopOf = (desk: HTMLElement) =>
  desk.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"]') ?? desk.querySelector<HTMLElement>('.pages button')

interface TextProps extends Pick<DeskProps, 'content' | 'space' | 'pages' | 'follow'> {
  /** Undefined if there is no such page. */
  page: Page | undefined
  user: string | undefined
  marked: readonly Marked[]
  onState(state: SaveState | undefined): void
  onHeadings(headings: Heading[]): void
  children: ComponentChildren
}

/** The page: to write for those who may, to read for others. */
function Text({ content, space, pages, page, user, marked, follow, onState, onHeadings, children }: TextProps) {
  useEffect(() => () => onState(undefined), [])
  if (!space || !user || !space.permissions.propose || content.revision || page?.type !== 'document')
    return <>{children}</>
  return (
    <PageEditor
      key={page.id}
      content={content}
      space={space}
      user={user}
      subject={{ kind: 'page', id: page.id }}
      slug={page.slug}
      pages={pages}
      marked={marked}
      onState={onState}
      onHeadings={onHeadings}
      onMoved={follow}
    >
      {children}
    </PageEditor>
  )
}

const mayWrite = (space: DeskProps['space'], { revision }: Content): boolean =>
  space?.permissions.propose === true && !revision

/** The tree, with what the person may change in it. */
function Tree({ content, space, pages, current }: Omit<DeskProps, 'order' | 'follow'>) {
  if (!space || !mayWrite(space, content)) return <PageTree content={content} pages={pages} current={current} />
  return <EditableTree content={content} space={space} pages={pages} current={current} />
}

type Editable = Omit<DeskProps, 'order' | 'follow' | 'space'> & { space: ReplyTo<'GET /spaces/:spaceId'> }

function EditableTree({ content, space, pages, current }: Editable) {
  const edits = useTreeEdits(content, pages, space)
  return (
    <>
      <PageTree content={content} pages={pages} current={current} edits={edits} />
      <PageDialogs content={content} space={space} all={pages} edits={edits} />
    </>
  )
}

function Neighbours({ content, order, current }: { content: Content; order: Page[]; current: string }) {
  const at = order.findIndex(({ id }) => id === current)
  const sides = [
    [words.space.previous, order[at - 1]],
    [words.space.next, order[at + 1]],
  ] as const
  if (at < 0 || order.length < 2) return null
  return (
    <nav class="neighbours" aria-label={`${words.space.previous}, ${words.space.next}`}>
      {sides.map(([label, page]) =>
        page ? (
          <a key={label} href={addressOf(content, page.id)}>
            <span class="faint">{label}</span>
            {page.title || words.untitled}
          </a>
        ) : (
          <span key={label} />
        ),
      )}
    </nav>
  )
}
