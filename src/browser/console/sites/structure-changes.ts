// Changes of the structure of a site. Where published addresses move, the old ones can redirect.
import { say } from '../../ui/toasts.tsx'
import { siteWords } from '../../words-sites.ts'
import { attempt, attemptForm, type Faults } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import { refresh } from '../api/store.ts'
import { refreshSites } from './changing.ts'
import type { Located } from './site-frame.tsx'
import { type Group, type Item, movedBetween } from './structure-rows.ts'

const text = siteWords.structure
export const STRUCTURE = 'GET /orgs/:organizationId/sites/:siteId/structure'

const refreshStructure = (): void => {
  refresh(STRUCTURE)
  refreshSites()
}

/** A change of a part, which may move published addresses. */
export type Change = (title: string, movesAddresses: boolean, work: () => Promise<unknown>) => void

/** Does something to the structure, and reads it again. */
export const changeStructure = (work: () => Promise<unknown>, done: string): Promise<boolean> =>
  attempt(() => changed(work, done))

/** The same for a form, which shows what is wrong in its place. */
export const changeStructureBy = (work: () => Promise<unknown>, done: string): Promise<Faults | undefined> =>
  attemptForm(() => changed(work, done))

async function changed(work: () => Promise<unknown>, done: string): Promise<void> {
  await work()
  refreshStructure()
  say(done)
}

/** The same, with redirects from where spaces were before. */
export const changeWithRedirects = ({ site, at }: Located, work: () => Promise<unknown>): Promise<boolean> =>
  attempt(async () => {
    const before = await call(STRUCTURE, at)
    await work()
    refreshStructure()
    const moved = movedBetween(before, await call(STRUCTURE, at), site.urls.published ?? '')
    const redirects = moved
      .filter(({ path }) => path !== '')
      .flatMap(({ siteSpace, path }) => {
        const destination = { kind: 'site-space' as const, siteSpaceId: siteSpace }
        return [
          { source: `/${path}`, destination },
          { source: `/${path}/*`, destination, captureWildcard: true },
        ]
      })
    if (redirects.length > 0)
      await call('PUT /orgs/:organizationId/sites/:siteId/redirects', { ...at, body: { redirects } })
    refresh('GET /orgs/:organizationId/sites/:siteId/redirects')
    say(text.moved(moved.length, redirects.length > 0))
  })

/** Puts a part of the site beside another. */
export const sortBeside = (at: Located['at'], item: Item, beside: Item, isAfter: boolean): Promise<unknown> => {
  const sibling = { type: beside.object, id: beside.id }
  return call('PATCH /orgs/:organizationId/sites/:siteId/structure/sort', {
    ...at,
    body: { item: { type: item.object, id: item.id }, position: isAfter ? { after: sibling } : { before: sibling } },
  })
}

/** Puts a section or a link at the end of a group. */
export const moveInto = (at: Located['at'], item: Item, group: Group): Promise<unknown> =>
  item.object === 'site-section'
    ? call('POST /orgs/:organizationId/sites/:siteId/section-groups/:siteSectionGroupId/sections', {
        ...at,
        siteSectionGroupId: group.id,
        body: { sectionId: item.id },
      })
    : call('PATCH /orgs/:organizationId/sites/:siteId/external-links/:siteExternalLinkId', {
        ...at,
        siteExternalLinkId: item.id,
        body: { parent: group.id },
      })
