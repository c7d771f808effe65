// Sites: their structure and their settings. They stay unpublished, until somebody has looked at them.
import type { Fields } from './client.ts'
import { list } from './content.ts'
import type { Move } from './contract.ts'
import { hashOf } from './state.ts'

export async function moveSites(move: Move): Promise<void> {
  for await (const site of move.from.list(`/orgs/${move.state.from}/sites`)) await moveSite(move, site)
}

const titleOf = ({ title }: Fields): string => {
  const text = String(title ?? '').slice(0, 128)
  return text.length > 1 ? text : `Site ${text}`.trim()
}

type SiteState = Move['state']['sites'][string]

async function moveSite(move: Move, site: Fields): Promise<void> {
  const { sites, from, to } = move.state
  const id = String(site.id)
  const structure = await move.from.get(`/orgs/${from}/sites/${id}/structure`)
  if (!sites[id]) {
    const made = await move.create(`/orgs/${to}/sites`, { title: titleOf(site) }, id)
    sites[id] = { id: String(made.id), spaces: {}, sections: {} }
    move.count('sites')
    await move.save()
  }
  const state = sites[id]
  const path = `/orgs/${to}/sites/${state.id}`
  const parts = list(structure.structure)
  if (structure.type === 'siteSpaces') for (const each of parts) await addSpace(move, state, path, each)
  else for (const each of parts) await addPart(move, state, path, each)
  await moveSettings(move, `/orgs/${from}/sites/${id}/customization`, path, site, state)
  if (site.published) move.note(String(site.title), 'The site is not published here yet: look at it, then publish it.')
  if (site.hostname)
    move.note(
      String(site.title),
      `The host ${String(site.hostname)} is not moved: enter it under Domain when you switch.`,
    )
}

async function addPart(move: Move, state: SiteState, path: string, part: Fields): Promise<void> {
  if (part.object === 'site-section') {
    await addSection(move, state, path, part)
    return
  }
  const inside = list(part.sections ?? part.items).filter(({ object }) => object === 'site-section')
  const ids: string[] = []
  for (const each of inside) ids.push(...(await addSection(move, state, path, each)))
  if (part.object !== 'site-section-group') return move.note(String(part.title), 'The link of the site is not moved.')
  if (state.sections[String(part.id)] || ids.length === 0) return
  const made = await move.create(
    `${path}/section-groups`,
    { title: String(part.title).slice(0, 100), sections: ids },
    String(part.id),
  )
  state.sections[String(part.id)] = { id: String(made.id) }
  await move.save()
}

/** The id of the section here. */
async function addSection(move: Move, state: SiteState, path: string, section: Fields): Promise<string[]> {
  const [first, ...others] = list(section.siteSpaces)
  const space = first && move.state.spaces[String((first.space as Fields).id)]
  if (!space) return []
  const id = String(section.id)
  if (!state.sections[id]) {
    const title = String(section.title ?? '').slice(0, 128)
    const made = await move.create(`${path}/sections`, { spaceId: space.id, ...(title.length > 1 && { title }) }, id)
    state.sections[id] = { id: String(made.id) }
    state.spaces[String(first.id)] = { id: String(list(made.siteSpaces)[0]?.id ?? '') }
    await move.save()
  }
  for (const each of others) await addSpace(move, state, path, each, state.sections[id]!.id)
  return [state.sections[id]!.id]
}

async function addSpace(
  move: Move,
  state: SiteState,
  path: string,
  siteSpace: Fields,
  sectionId?: string,
): Promise<void> {
  const space = move.state.spaces[String((siteSpace.space as Fields).id)]
  const id = String(siteSpace.id)
  if (!space || state.spaces[id]) return
  const made = await move.create(`${path}/site-spaces`, { spaceId: space.id, ...(sectionId && { sectionId }) }, id)
  state.spaces[id] = { id: String(made.id) }
  await move.save()
}

async function moveSettings(move: Move, from: string, path: string, site: Fields, state: SiteState): Promise<void> {
  try {
    const settings = await move.from.get(from)
    const hash = hashOf(settings)
    if (state.hash === hash) return
    await move.to.send('PUT', `${path}/customization`, settings)
    state.hash = hash
    await move.save()
  } catch (error) {
    move.note(String(site.title), `The settings are not moved. ${(error as Error).message}`)
  }
}
