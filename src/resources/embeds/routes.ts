// What a URL is when it stands in a page.
import Type, { type Static } from 'typebox'
import { routes } from '../../server/operation.ts'
import { named, WebUrl } from '../../server/schemas.ts'
import { Block } from '../../shapes/integrations.ts'

const EmbedQuery = Type.Object({ url: WebUrl })

const card = { title: Type.String(), site: Type.String(), icon: Type.Optional(Type.String()) }

const Embed = named(
  'Embed',
  Type.Union([
    Type.Object({ ...card, type: Type.Literal('rich'), html: Type.String() }),
    Type.Object({ ...card, type: Type.Literal('link') }),
    Type.Object({ ...card, type: Type.Literal('integration'), integration: Type.String(), block: Block }),
  ]),
)

export type Embed = Static<typeof Embed>

export const embedRoutes = routes('Embeds', {
  getEmbedByUrl: {
    get: '/urls/embed',
    can: 'user',
    query: EmbedQuery,
    reply: Embed,
    summary: 'Get the embed for a URL',
  },
  getEmbedByUrlInSpace: {
    get: '/spaces/:spaceId/embed',
    can: 'space.view',
    visitors: true,
    query: EmbedQuery,
    reply: Embed,
    summary: 'Get the embed for a URL in a space',
  },
})
