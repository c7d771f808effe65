// Where we differ from the reference contract: every place, with the reason. Everything else must agree.

export interface Difference {
  /** The operations it is about. */
  ids: string[]
  why: string
  /** Our reply as the reference would have it; the very same value where it does not differ. */
  // biome-ignore lint/suspicious/noExplicitAny: replies of every shape
  read: (body: any) => unknown
}

// biome-ignore lint/suspicious/noExplicitAny: replies of every shape
function withoutWildcards(body: any): unknown {
  if (body?.redirect) return { ...body, redirect: withoutWildcards(body.redirect) }
  if (Array.isArray(body?.items)) return { ...body, items: body.items.map(withoutWildcards) }
  return body?.source?.endsWith('/*') ? { ...body, source: `${body.source.slice(0, -2)}/x` } : body
}

const PROVIDERS = 'a provider that is pending has no ssoURL yet, and shows an empty one'
const withSsoUrl = (provider: { ssoURL: string }) =>
  provider.ssoURL === '' ? { ...provider, ssoURL: 'https://example.com/' } : provider

const DRAWN =
  'what is drawn on a space or a site is drawn for an installation too, and its shape wants only one of them'
interface Given {
  payload: { type: string; spaceId?: string; siteId?: string }
}
const isDrawnOnContent = ({ payload: { type, spaceId, siteId } }: Given) =>
  type === 'ui_render' && (spaceId ?? siteId) !== undefined
function withoutContent(event: Given): Given {
  const { spaceId: _space, siteId: _site, ...payload } = event.payload
  return isDrawnOnContent(event) ? { ...event, payload } : event
}

export const DIFFERENCES: Difference[] = [
  {
    ids: ['createOrganizationSAMLProvider', 'getOrganizationSAMLProviderById', 'updateOrganizationSAMLProvider'],
    why: PROVIDERS,
    read: withSsoUrl,
  },
  {
    ids: ['listSAMLProvidersInOrganizationById'],
    why: PROVIDERS,
    read: (body) =>
      body.items.some(({ ssoURL }: { ssoURL: string }) => ssoURL === '')
        ? { ...body, items: body.items.map(withSsoUrl) }
        : body,
  },
  {
    ids: ['createSiteRedirect', 'listSiteRedirects', 'updateSiteRedirectById', 'getSiteRedirectBySource'],
    why: 'a redirect may be from everything below a path',
    read: withoutWildcards,
  },
  {
    ids: ['getLatestOpenAPISpecVersionContent'],
    why: 'the public renderer of sites loads the files of a specification as a list',
    read: (body) => (Array.isArray(body.filesystem) ? { ...body, filesystem: {} } : body),
  },
  {
    ids: ['renderIntegrationUIWithPost', 'renderIntegrationUIWithGet'],
    why: 'the shape of props matches every value twice where it may match once, so that only empty props fit it',
    read: (body) => (Object.keys(body?.props ?? {}).length > 0 ? { ...body, props: {} } : body),
  },
  {
    ids: ['listIntegrationEvents'],
    why: DRAWN,
    read: (body) => (body.items.some(isDrawnOnContent) ? { ...body, items: body.items.map(withoutContent) } : body),
  },
  {
    ids: ['getIntegrationEvent'],
    why: DRAWN,
    read: (body) => (isDrawnOnContent(body.event) ? { ...body, event: withoutContent(body.event) } : body),
  },
]

const met = new Set<Difference>()

/** A reply of ours as the reference would have it. */
export function readAsReference(id: string, body: unknown): unknown {
  return DIFFERENCES.filter(({ ids }) => ids.includes(id)).reduce((before, difference) => {
    const after = difference.read(before)
    if (after !== before) met.add(difference)
    return after
  }, body)
}

/** Differences that no reply of this run has shown. */
export const unmet = (): Difference[] => DIFFERENCES.filter((difference) => !met.has(difference))

/** What clients may send and we do not look at: the field of a query or a body. */
export const REQUEST_DIFFERENCES: { ids: string[]; fields: string[]; why: string }[] = [
  {
    ids: ['getSiteCustomizationById', 'getSiteSpaceCustomizationById'],
    fields: ['unmasked'],
    why: 'nothing is masked: every site has every feature',
  },
  { ids: ['getDocumentById'], fields: ['schema'], why: 'documents have one form, whichever version is asked for' },
  {
    ids: ['updateCommentReplyInChangeRequest'],
    fields: ['resolved'],
    why: 'comments are resolved, not replies to them',
  },
  {
    ids: ['importGitRepository', 'exportToGitRepository'],
    fields: ['repoCacheID', 'timestamp'],
    why: 'every run fetches the newest commit alone, and runs of a space follow one another in the order they were asked for',
  },
  { ids: ['createChangeRequest'], fields: ['agentTaskId'], why: 'agents are not part of Lectern' },
]
