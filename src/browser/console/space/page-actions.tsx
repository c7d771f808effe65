// What can be done with a page that is read.

import { useLocation } from 'preact-iso'
import { copyText } from '../../clipboard.ts'
import { Icon } from '../../ui/icon.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { say } from '../../ui/toasts.tsx'
import { words } from '../../words.ts'
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import { download } from '../download.ts'
import { useFavorite } from '../favorites/favorites.ts'
import { Star } from '../favorites/star.tsx'
import { useActions } from '../palette/state.ts'
import { places } from '../places.ts'
import { askForPage } from './asking.ts'
import type { Content, Page } from './content.ts'

interface Props {
  content: Content
  page: string
  /** The page, if its settings can be changed. */
  editable: Page | undefined
  published?: string
}

export function PageActions({ content, page, editable, published }: Props) {
  const { route } = useLocation()
  const favorite = useFavorite({ space: content.space, page })
  const items: (MenuItem & { icon: NonNullable<MenuItem['icon']>; run(): void })[] = [
    ...(editable
      ? [
          {
            label: words.tree.settings,
            icon: 'info' as const,
            run: () => askForPage({ about: 'settings', pages: [editable] }),
          },
        ]
      : []),
    { label: words.space.copyLink, icon: 'link', run: () => copy(location.href, words.space.linkCopied) },
    { label: words.space.copyMarkdown, icon: 'copy', run: () => copyMarkdown(content, page) },
    { label: words.pageHistory.open, icon: 'clock', run: () => route(places.pageHistory(content.space, page)) },
    { label: words.space.pdf, icon: 'import', run: () => openPdf(content, page) },
    { label: favorite.label, icon: 'star', run: () => void favorite.toggle() },
  ]
  useActions(items)
  return (
    <>
      {published && (
        <a class="btn wide-only" href={published} target="_blank" rel="noreferrer">
          <Icon name="external" />
          {words.rail.openSite}
        </a>
      )}
      {!content.revision && <Star of={{ space: content.space, page }} />}
      <Menu class="btn bare icon" label={words.space.more} items={items}>
        <Icon name="more" />
      </Menu>
    </>
  )
}

async function copy(text: string, done: string): Promise<void> {
  await attempt(async () => {
    await copyText(text)
    say(done)
  })
}

const copyMarkdown = ({ space, changeRequest, revision }: Content, pageId: string) =>
  attempt(async () => {
    const input = { spaceId: space, pageId, query: { format: 'markdown' } } as const
    const { markdown = '' } = await (changeRequest
      ? call('GET /spaces/:spaceId/change-requests/:changeRequestId/content/page/:pageId', {
          ...input,
          changeRequestId: changeRequest,
        })
      : revision
        ? call('GET /spaces/:spaceId/revisions/:revisionId/page/:pageId', { ...input, revisionId: revision })
        : call('GET /spaces/:spaceId/content/page/:pageId', input))
    await copy(markdown, words.space.copied)
  })

const openPdf = ({ space, changeRequest }: Content, page: string) =>
  attempt(async () => {
    const query = { page, only: true }
    const { url } = await (changeRequest
      ? call('GET /spaces/:spaceId/change-requests/:changeRequestId/pdf', {
          spaceId: space,
          changeRequestId: changeRequest,
          query,
        })
      : call('GET /spaces/:spaceId/pdf', { spaceId: space, query }))
    download(url)
  })
