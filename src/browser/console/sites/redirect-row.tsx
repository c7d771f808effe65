// A redirect in the list: where an old address leads.
import { Icon } from '../../ui/icon.tsx'
import { siteWords } from '../../words-sites.ts'
import type { Position } from '../paged-list.tsx'
import { places } from '../places.ts'
import type { PageTitles } from './page-titles.ts'
import type { Redirect } from './redirect-batch.ts'
import { rowsOf, type Structure } from './structure-rows.ts'

const text = siteWords.redirects

interface RowProps {
  redirect: Redirect
  position: Position
  structure: Structure | undefined
  titles: PageTitles
  isAdmin: boolean
  edit(): void
  remove(): void
}

export function RedirectRow({ redirect, position, structure, titles, isAdmin, edit, remove }: RowProps) {
  const { source, permanent, captureWildcard } = redirect
  return (
    <li class="redirect-row" {...position}>
      <Icon name="arrow-right" />
      <div class="grow">
        <code class="clip" title={source}>
          {source}
        </code>
        <p class="small soft clip">
          <Target redirect={redirect} structure={structure} titles={titles} />
          {permanent && ` · ${text.isPermanent}`}
          {captureWildcard && ` · ${text.isCapturing}`}
        </p>
      </div>
      {isAdmin && (
        <span class="row">
          <button type="button" class="btn bare s" aria-label={`${text.edit}: ${source}`} onClick={edit}>
            {text.edit}
          </button>
          <button type="button" class="btn bare s" aria-label={`${text.remove}: ${source}`} onClick={remove}>
            {text.remove}
          </button>
        </span>
      )}
    </li>
  )
}

/** Where it leads, as far as the structure says. */
function Target({ redirect: { destination }, structure, titles }: Pick<RowProps, 'redirect' | 'structure' | 'titles'>) {
  if (destination.kind === 'external')
    return (
      <a class="link" href={destination.url} target="_blank" rel="noreferrer">
        {destination.url}
      </a>
    )
  const id = destination.kind === 'site-section' ? destination.siteSectionId : destination.siteSpaceId
  const part = structure && rowsOf(structure).find(({ item }) => item.id === id)?.item
  if (destination.kind === 'site-page' && part?.object === 'site-space') {
    const pages = titles.get(part.space.id)
    const title = pages?.get(destination.pageId)
    if (pages && title === undefined) return <>{text.goneFrom(part.title)}</>
    return (
      <a class="link" href={places.page(part.space.id, destination.pageId)}>
        {title === undefined ? text.pageOf(part.title) : text.pageIn(title, part.title)}
      </a>
    )
  }
  return <>{part?.title ?? text.elsewhere}</>
}
