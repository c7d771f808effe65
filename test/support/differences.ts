// The differences from the reference contract, each with its reason. Everything else must match.

export interface Difference {
  /** The operations concerned. */
  ids: string[]
  why: string
  /** Converts our reply to the form of the reference; returns the same value if it does not differ. */
  // biome-ignore lint/suspicious/noExplicitAny: replies of every shape
  read: (body: any) => unknown
}

// biome-ignore lint/suspicious/noExplicitAny: replies of every shape
const redirectsWith = (change: (redirect: any) => unknown) =>
  // biome-ignore lint/suspicious/noExplicitAny: replies of every shape
  function read(body: any): unknown {
    if (body?.redirect) return { ...body, redirect: read(body.redirect) }
    return Array.isArray(body?.items) ? { ...body, items: body.items.map(read) } : change(body)
  }

const REDIRECTS = ['createSiteRedirect', 'listSiteRedirects', 'updateSiteRedirectById', 'getSiteRedirectBySource']

const LINKS = 'links to elsewhere stand among sections, as in the next version'
const isLink = (part: { object: string }) => part.object === 'site-external-link'
// biome-ignore lint/suspicious/noExplicitAny: replies of every shape
const withoutLinks = (body: any) =>
  body.structure.some(isLink)
    ? { ...body, structure: body.structure.filter((part: { object: string }) => !isLink(part)) }
    : body

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

// biome-ignore lint/suspicious/noExplicitAny: replies of every shape
const isOfSite = ({ origin }: any) => origin.type === 'site'
// biome-ignore lint/suspicious/noExplicitAny: replies of every shape
const asOfOrganization = (item: any) =>
  isOfSite(item) ? { ...item, origin: { type: 'organization', organization: item.origin.site } } : item

/** Wherever in a reply pages are. */
// biome-ignore lint/suspicious/noExplicitAny: replies of every shape
function withoutComputed(value: any): any {
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, part]) => [name, withoutComputed(part)] as const)
  const isSame = entries.every(([name, part]) => part === value[name])
  const isComputed = value.type === 'document' && value.computed !== undefined
  if (Array.isArray(value)) return isSame ? value : entries.map(([, part]) => part)
  if (isSame && !isComputed) return value
  return Object.fromEntries(entries.filter(([name]) => !isComputed || !name.startsWith('computed')))
}

const PAGES_OF = ['', 'InRevisionById', 'InChangeRequest'].map((where) => `listPages${where}`)
const PAGE_BY = ['', 'InRevision', 'InChangeRequest'].flatMap((where) => [
  `getPage${where}ById`,
  `getPage${where}ByPath`,
])

export const DIFFERENCES: Difference[] = [
  {
    ids: ['listPermissionsAggregateInSite'],
    why: 'a role may be given on the site itself, as in the next version of the reference',
    read: (body) => (body.items.some(isOfSite) ? { ...body, items: body.items.map(asOfOrganization) } : body),
  },
  {
    ids: [
      'getCurrentRevision',
      'getRevisionById',
      'getRevisionOfChangeRequestById',
      'getComputedRevision',
      ...PAGES_OF,
      ...PAGE_BY,
      'getContentByUrl',
      'listSpaceLinks',
      'listPageLinksInSpace',
      'listChangeRequestLinks',
      'listPageLinksInChangeRequest',
      'listSpacePageBacklinks',
      'listSpaceFileBacklinks',
    ],
    why: 'the shape of a page matches one whose document is computed twice where it may match once',
    read: withoutComputed,
  },
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
    ids: REDIRECTS,
    why: 'a redirect may be from everything that begins with a path, as in the next version',
    read: redirectsWith((redirect) =>
      /[*+]/.test(redirect?.source) ? { ...redirect, source: `${redirect.source.replace(/[*+]/g, '')}x` } : redirect,
    ),
  },
  {
    ids: REDIRECTS,
    why: 'a redirect may lead to another site, as in the next version',
    read: redirectsWith((redirect) =>
      redirect?.destination?.kind === 'external'
        ? { ...redirect, destination: { kind: 'site-section', siteSectionId: 'external' } }
        : redirect,
    ),
  },
  { ids: ['getSiteStructure'], why: LINKS, read: withoutLinks },
  {
    ids: ['getPublishedContentSite'],
    why: `${LINKS}, for those who ask for its schema`,
    read: (body) => {
      const structure = withoutLinks(body.structure)
      return structure === body.structure ? body : { ...body, structure }
    },
  },
  {
    ids: ['sortSiteStructure'],
    why: LINKS,
    read: (body) => (isLink(body) ? { object: 'site-section-group', id: body.id, title: 'x', sections: [] } : body),
  },
  {
    ids: ['getLatestOpenAPISpecVersionContent'],
    why: 'the public renderer of sites loads the files of a specification as a list',
    read: (body) => (Array.isArray(body.filesystem) ? { ...body, filesystem: {} } : body),
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

/** Converts a reply to the form of the reference. */
export function readAsReference(id: string, body: unknown): unknown {
  return DIFFERENCES.filter(({ ids }) => ids.includes(id)).reduce((before, difference) => {
    const after = difference.read(before)
    if (after !== before) met.add(difference)
    return after
  }, body)
}

/** Differences that no reply of this run had. */
export const unmet = (): Difference[] => DIFFERENCES.filter((difference) => !met.has(difference))

/** Request fields of the reference that we ignore: in a query or a body. */
export const REQUEST_DIFFERENCES: { ids: string[]; fields: string[]; why: string }[] = [
  {
    ids: ['getSiteCustomizationById', 'getSiteSpaceCustomizationById'],
    fields: ['unmasked'],
    why: 'nothing is masked: every site has every feature',
  },
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
