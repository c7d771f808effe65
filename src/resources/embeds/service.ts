// What is shown for an address in the middle of a page: a frame for the sites that offer one, a card for all others.
import Type, { type Static } from 'typebox'
import { invalid } from '../../errors.ts'
import { implement, routes } from '../../server/operation.ts'
import { named, WebUrl } from '../../server/schemas.ts'
import { decoded } from '../published/address.ts'
import { frameOf } from './providers.ts'

const EmbedQuery = Type.Object({ url: WebUrl })

const card = { title: Type.String(), site: Type.String(), icon: Type.Optional(Type.String()) }

const Embed = named(
  'Embed',
  Type.Union([
    Type.Object({ ...card, type: Type.Literal('rich'), html: Type.String() }),
    Type.Object({ ...card, type: Type.Literal('link') }),
  ]),
)

const embedRoutes = routes('Embeds', {
  getEmbedByUrl: {
    get: '/urls/embed',
    can: 'user',
    query: EmbedQuery,
    reply: Embed,
    summary: 'Get how an address is shown inside a page',
  },
  getEmbedByUrlInSpace: {
    get: '/spaces/:spaceId/embed',
    can: 'space.view',
    visitors: true,
    query: EmbedQuery,
    reply: Embed,
    summary: 'Get how an address is shown inside a page of a space',
  },
})

export const embeds = implement(embedRoutes, {
  getEmbedByUrl: ({ query }) => toEmbed(query.url),
  getEmbedByUrlInSpace: ({ query }) => toEmbed(query.url),
})

function toEmbed(text: string): Static<typeof Embed> {
  if (!URL.canParse(text)) throw invalid({ path: 'url', message: 'must be a URL' })
  const url = new URL(text)
  const framed = frameOf(url)
  return framed
    ? { type: 'rich', title: framed.site, ...framed }
    : { type: 'link', title: titleOf(url), site: url.hostname }
}

/** The last words of the address, which most often are made from a title. */
function titleOf({ hostname, pathname }: URL): string {
  const last = pathname.split('/').filter(Boolean).at(-1)
  return last === undefined
    ? hostname
    : decoded(last)
        .replace(/\.\w{2,5}$/, '')
        .replaceAll(/[-_+]+/g, ' ')
        .trim() || hostname
}
