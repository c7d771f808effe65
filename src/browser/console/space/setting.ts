// What surrounds a document in the editor: the pages and files that it refers to, and formulas. What is not known yet is
// read from the server when it is first drawn; then everything is drawn again.
import type { ContentRef } from '../../../engine/content-ref.ts'
import type { Embed, Html, Surroundings, Target } from '../../../render/html/index.ts'
import { PLAIN } from '../../../render/html/plain.ts'
import type { Setting } from '../../editor/index.ts'
import { findIcon } from '../../icons.ts'
import { call } from '../api/client.ts'
import { Later } from '../later.ts'
import { places } from '../places.ts'
import { addressOf, type Content, type Page } from './content.ts'
import { loadFile } from './file.ts'
import { loadReusable } from './library.ts'

export interface SpaceSetting extends Setting {
  /** The pages changed. */
  setPages(content: Content, pages: readonly Page[]): void
}

export function createSetting(content: Content, pages: readonly Page[]): SpaceSetting {
  const listeners = new Set<() => void>()
  const changed = () => {
    for (const listener of listeners) listener()
  }
  let shown = { content, byId: byIdOf(pages) }
  const files = new Later((id: string) => loadFile(shown.content, id), changed)
  const icons = new Later(findIcon, changed)
  const people = new Later(loadPerson, changed)
  const formulas = new Later((key: string) => drawTex(key), changed)
  const embeds = new Later((url: string) => loadEmbed(shown.content, url), changed)
  const reusables = new Later((id: string) => loadReusable(shown.content, id), changed)
  const surroundings: Surroundings = {
    ...PLAIN,
    opensTabs: true,
    target: (ref) => (ref.kind === 'user' ? people.get(ref.user) : targetOf(ref, shown.content, shown.byId)),
    icon: (name) => icons.get(name),
    embed: (url) => (URL.canParse(url) ? embeds.get(url) : undefined),
    // A cell without a picture names a file without an id.
    file: (id) => (id === '' ? undefined : files.get(id)),
    formula: (tex, isBlock) => formulas.get(`${isBlock ? 'block' : 'inline'} ${tex}`),
  }
  return {
    surroundings,
    reusable: (id) => reusables.get(id),
    onChange(redraw) {
      listeners.add(redraw)
      return () => listeners.delete(redraw)
    },
    setPages(next, all) {
      const isOther = next.changeRequest !== shown.content.changeRequest
      shown = { content: next, byId: byIdOf(all) }
      // What was not there before may be in the draft.
      if (isOther && files.forgetMissing()) changed()
    },
  }
}

function byIdOf(pages: readonly Page[], into = new Map<string, Page>()): Map<string, Page> {
  for (const page of pages) byIdOf(page.pages ?? [], into.set(page.id, page))
  return into
}

function targetOf(ref: ContentRef, content: Content, byId: ReadonlyMap<string, Page>): Target | undefined {
  if (ref.kind === 'space') return { title: ref.space, href: places.space(ref.space) }
  if ((ref.kind !== 'page' && ref.kind !== 'anchor') || ref.page === undefined) return undefined
  const page = ref.space === undefined || ref.space === content.space ? byId.get(ref.page) : undefined
  if (!page) return undefined
  const { title, description, emoji, icon } = page
  const anchor = ref.kind === 'anchor' ? `#${ref.anchor}` : ''
  return { title, description, emoji, icon, href: addressOf(content, page.id) + anchor }
}

async function loadPerson(userId: string): Promise<Target> {
  const { displayName, email } = await call('GET /users/:userId', { userId })
  return { title: displayName || email || '' }
}

/** What an address is. Its frame is not loaded while the page is written. */
async function loadEmbed({ space }: Content, url: string): Promise<Embed> {
  const { title, site } = await call('GET /spaces/:spaceId/embed', { spaceId: space, query: { url } })
  return { title, site }
}

async function drawTex(key: string): Promise<Html | undefined> {
  const { drawFormula } = await import('../../../render/html/math.ts')
  const [kind] = key.split(' ', 1)
  return drawFormula(key.slice(kind!.length + 1), kind === 'block')
}
