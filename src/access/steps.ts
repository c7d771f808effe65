// What each parameter of a path stands for, in order of containment: what is further down is loaded in what is above it.
import type { Db } from '../db/tables.ts'
import type { Sooner } from '../lib/sooner.ts'
import type { Caller } from './caller.ts'
import { loadChangeRequest, loadCollection, loadComment, loadOrganization, loadSpace, loadTeam } from './load.ts'
import { loadInstallation, loadIntegration, loadSiteInstallation, loadSpaceInstallation } from './load-integration.ts'
import { loadPartOfSite, loadSite, loadSiteSpace } from './load-site.ts'
import type { Objects } from './vocabulary.ts'

/** Who asks for what, and what has been loaded so far: a step finds what the steps before it loaded. */
export interface Loading {
  db: Db
  caller: Caller
  params: Record<string, string>
  objects: Objects
  withDeleted: boolean
}

interface StepTo<K extends keyof Objects> {
  param: string
  kind: K
  /** Elsewhere the parameter is only an id. */
  below?: string
  load(at: Loading): Sooner<Objects[K]>
}

export type Step = { [K in keyof Objects]: StepTo<K> }[keyof Objects]

const STEPS: readonly Step[] = [
  {
    param: 'organizationId',
    kind: 'organization',
    load: ({ db, caller, params }) => loadOrganization(db, caller, params.organizationId!),
  },
  {
    param: 'teamId',
    kind: 'team',
    below: 'organizationId',
    load: ({ db, caller, params, objects }) => loadTeam(db, caller, objects.organization, params.teamId!),
  },
  {
    param: 'collectionId',
    kind: 'collection',
    load: ({ db, caller, params }) => loadCollection(db, caller, params.collectionId!),
  },
  {
    param: 'spaceId',
    kind: 'space',
    load: ({ db, caller, params, withDeleted }) => loadSpace(db, caller, params.spaceId!, withDeleted),
  },
  {
    param: 'changeRequestId',
    kind: 'changeRequest',
    load: ({ db, params }) => loadChangeRequest(db, params.spaceId!, params.changeRequestId!),
  },
  {
    param: 'commentId',
    kind: 'comment',
    load({ db, caller, params, objects: { space, changeRequest } }) {
      return loadComment(db, caller, space, (changeRequest ?? space).id, params.commentId!)
    },
  },
  {
    param: 'commentReplyId',
    kind: 'reply',
    load: ({ db, caller, params, objects: { space, comment } }) =>
      loadComment(db, caller, space, comment.id, params.commentReplyId!),
  },
  {
    param: 'siteId',
    kind: 'site',
    below: 'organizationId',
    load: ({ db, caller, params, objects }) => loadSite(db, caller, objects.organization, params.siteId!),
  },
  {
    param: 'siteSpaceId',
    kind: 'siteSpace',
    load: ({ db, caller, params, objects }) => loadSiteSpace(db, caller, objects, params.siteSpaceId!),
  },
  {
    param: 'siteSectionId',
    kind: 'siteSection',
    load: ({ db, params, objects }) => loadPartOfSite(db, 'site_sections', objects.site, params.siteSectionId!),
  },
  {
    param: 'siteSectionGroupId',
    kind: 'siteSectionGroup',
    load: ({ db, params, objects }) =>
      loadPartOfSite(db, 'site_section_groups', objects.site, params.siteSectionGroupId!),
  },
  {
    param: 'shareLinkId',
    kind: 'shareLink',
    load: ({ db, params, objects }) => loadPartOfSite(db, 'share_links', objects.site, params.shareLinkId!),
  },
  {
    param: 'siteRedirectId',
    kind: 'siteRedirect',
    load: ({ db, params, objects }) => loadPartOfSite(db, 'site_redirects', objects.site, params.siteRedirectId!),
  },
]

const INTEGRATION: Step = {
  param: 'integrationName',
  kind: 'integration',
  load: ({ db, caller, params }) => loadIntegration(db, caller, params.integrationName!),
}

// Below an installation, a space or a site stands for the installation on it.
const INSTALLED_STEPS: readonly Step[] = [
  {
    param: 'installationId',
    kind: 'installation',
    load: ({ db, caller, params, objects }) =>
      loadInstallation(db, caller, objects.integration, params.installationId!),
  },
  {
    param: 'spaceId',
    kind: 'spaceInstallation',
    load: ({ db, caller, params, objects }) => loadSpaceInstallation(db, caller, objects.installation, params.spaceId!),
  },
  {
    param: 'siteId',
    kind: 'siteInstallation',
    load: ({ db, caller, params, objects }) => loadSiteInstallation(db, caller, objects.installation, params.siteId!),
  },
]

/** The steps for a path with these parameters. */
export function stepsFor(names: readonly string[]): Step[] {
  const all = names.includes('installationId') ? [INTEGRATION, ...INSTALLED_STEPS] : [...STEPS, INTEGRATION]
  return all.filter(({ param, below }) => names.includes(param) && (below === undefined || names.includes(below)))
}
