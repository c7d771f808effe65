// The embed for a URL: the block of an integration that handles it, a frame for known providers, or a link card.
import { cardOf, findBlockEmbed, frameOf } from '../../domain/embeds/index.ts'
import { invalid } from '../../errors.ts'
import { implement } from '../../server/operation.ts'
import { type Embed, embedRoutes } from './routes.ts'

export const embeds = implement(embedRoutes, {
  getEmbedByUrl: ({ query }) => toEmbed(query.url),

  async getEmbedByUrlInSpace({ db, space, query }) {
    const url = parseUrl(query.url)
    const unfurled = await findBlockEmbed(db, space, url)
    return unfurled ? { type: 'integration' as const, ...cardOf(url), ...unfurled } : toEmbed(query.url)
  },
})

function parseUrl(text: string): URL {
  if (!URL.canParse(text)) throw invalid({ path: 'url', message: 'must be a URL' })
  return new URL(text)
}

function toEmbed(text: string): Embed {
  const url = parseUrl(text)
  const framed = frameOf(url)
  if (!framed) return { type: 'link', ...cardOf(url) }
  return { type: 'rich', title: framed.site, site: framed.site, html: htmlOf(framed.source) }
}

const htmlOf = (source: string): string =>
  `<iframe src="${escaped(source)}" style="border:0;width:100%;aspect-ratio:16/9" allowfullscreen></iframe>`

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
