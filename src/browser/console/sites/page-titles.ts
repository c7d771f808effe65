// The titles of the pages that redirects lead to: their spaces are read once for all of them.
import { useEffect, useState } from 'preact/hooks'
import { words } from '../../words.ts'
import { call } from '../api/client.ts'
import { flatten } from '../space/moves.ts'
import type { Redirect } from './redirect-batch.ts'
import { rowsOf, type Structure } from './structure-rows.ts'

/** By the ids of spaces and of their pages; a space is absent until it was read, or if it cannot be. */
export type PageTitles = ReadonlyMap<string, ReadonlyMap<string, string>>

export function usePageTitles(structure: Structure | undefined, redirects: readonly Redirect[]): PageTitles {
  const [titles, setTitles] = useState<PageTitles>(new Map())
  const unknown = structure
    ? pagesOf(structure, redirects).filter(({ space, page }) => !titles.get(space)?.has(page))
    : []
  // A page that is not there may be newer than what was read: it is looked for once more.
  useEffect(() => {
    for (const spaceId of new Set(unknown.map(({ space }) => space)))
      void readTitles(spaceId).then(
        (read) => setTitles((before) => new Map(before).set(spaceId, read)),
        // The list says less of these pages.
        () => undefined,
      )
  }, [unknown.map(({ space, page }) => `${space}/${page}`).join()])
  return titles
}

/** The pages that redirects lead to, in the spaces that this person may read. */
function pagesOf(structure: Structure, redirects: readonly Redirect[]): { space: string; page: string }[] {
  const spaces = new Map(
    rowsOf(structure).flatMap(({ item }): [string, string][] =>
      item.object === 'site-space' && item.space.permissions.view ? [[item.id, item.space.id]] : [],
    ),
  )
  return redirects.flatMap(({ destination }) => {
    const space = destination.kind === 'site-page' && spaces.get(destination.siteSpaceId)
    return space ? [{ space, page: destination.pageId }] : []
  })
}

async function readTitles(spaceId: string): Promise<ReadonlyMap<string, string>> {
  const { pages } = await call('GET /spaces/:spaceId/content/pages', { spaceId })
  return new Map(flatten(pages).map(({ id, title }) => [id, title || words.untitled]))
}
