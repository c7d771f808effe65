// Which pages browsers may fetch before a reader follows the link: those of the site, once the reader points at one.
import type { FastifyReply } from 'fastify'
import { STATIC } from '../../server/static-files.ts'

/** Beside the pages, because the rules can name only what is below their own folder. */
const NAME = '~ahead.json'

export const speculationHref = (site: string): string => `${site}${NAME}`

/** Addresses are relative to that of the rules. */
const RULES = JSON.stringify({
  prefetch: [
    {
      where: {
        and: [
          { href_matches: '*' },
          { not: { href_matches: `*${STATIC}/*` } },
          // A pattern for queries would also match addresses without one.
          { not: { selector_matches: '[href*="?"]' } },
          { not: { selector_matches: '[rel~=nofollow]' } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
})

/** Undefined if the address is not that of the rules. */
export function sendSpeculationRules(reply: FastifyReply, { pathname }: URL): FastifyReply | undefined {
  if (!pathname.endsWith(`/${NAME}`)) return undefined
  return reply
    .headers({ 'content-type': 'application/speculationrules+json', 'cache-control': 'public, max-age=86400' })
    .send(RULES)
}
