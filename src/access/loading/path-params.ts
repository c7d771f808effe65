// Maps path parameters to objects, outermost first: each object is loaded within the ones before it.
import type { Db, Tables } from '../../db/tables.ts'
import type { Caller } from '../caller.ts'
import type { Objects } from '../permissions.ts'
import { loadInstallation, loadIntegration, loadSiteInstallation, loadSpaceInstallation } from './integrations.ts'
import { loadChangeRequest, loadCollection, loadComment, loadOrganization, loadSpace, loadTeam } from './objects.ts'
import { loadPartOfSite, loadSite, loadSitePreview, loadSiteSpace } from './sites.ts'

/** The request, and the objects that earlier steps have loaded. */
export interface LoadContext {
  db: Db
  caller: Caller
  params: Record<string, string>
  objects: Objects
  withDeleted: boolean
}

interface LoadStep<P extends string, K extends keyof Objects, Below extends string, NotBelow extends string> {
  param: P
  kind: K
  table: keyof Tables
  /** The column that the parameter matches; `id` by default. */
  column?: string
  /** Writes to this object lock an object of this kind instead. */
  lockedWith?: keyof Objects
  /** The parameter is loaded only in paths that also have this parameter. */
  below?: Below
  /** The parameter is not loaded in paths that have this parameter. */
  notBelow?: NotBelow
  load(at: LoadContext): Promise<Objects[K]>
}

const step = <P extends string, K extends keyof Objects, Below extends string = P, NotBelow extends string = never>(
  definition: LoadStep<P, K, Below, NotBelow>,
) => definition

const INTEGRATION = step({
  param: 'integrationName',
  kind: 'integration',
  table: 'integrations',
  column: 'name',
  load: ({ db, caller, params }) => loadIntegration(db, caller, params.integrationName!),
})

const STEPS = [
  step({
    param: 'organizationId',
    kind: 'organization',
    table: 'organizations',
    load: ({ db, caller, params }) => loadOrganization(db, caller, params.organizationId!),
  }),
  step({
    param: 'teamId',
    kind: 'team',
    table: 'teams',
    below: 'organizationId',
    // A guest may manage a site without access to teams.
    notBelow: 'siteId',
    load: ({ db, caller, params, objects }) => loadTeam(db, caller, objects.organization, params.teamId!),
  }),
  step({
    param: 'collectionId',
    kind: 'collection',
    table: 'collections',
    load: ({ db, caller, params }) => loadCollection(db, caller, params.collectionId!),
  }),
  step({
    param: 'spaceId',
    kind: 'space',
    table: 'spaces',
    load: ({ db, caller, params, withDeleted }) => loadSpace(db, caller, params.spaceId!, withDeleted),
  }),
  step({
    param: 'changeRequestId',
    kind: 'changeRequest',
    table: 'change_requests',
    load: ({ db, params }) => loadChangeRequest(db, params.spaceId!, params.changeRequestId!),
  }),
  step({
    param: 'commentId',
    kind: 'comment',
    table: 'comments',
    load({ db, caller, params, objects: { space, changeRequest } }) {
      return loadComment(db, caller, space, (changeRequest ?? space).id, params.commentId!)
    },
  }),
  step({
    param: 'commentReplyId',
    kind: 'reply',
    table: 'comments',
    load: ({ db, caller, params, objects: { space, comment } }) =>
      loadComment(db, caller, space, comment.id, params.commentReplyId!),
  }),
  step({
    param: 'siteId',
    kind: 'site',
    table: 'sites',
    below: 'organizationId',
    load: ({ db, caller, params, objects }) => loadSite(db, caller, objects.organization, params.siteId!),
  }),
  step({
    param: 'siteSpaceId',
    kind: 'siteSpace',
    table: 'site_spaces',
    load: ({ db, caller, params, objects }) => loadSiteSpace(db, caller, objects, params.siteSpaceId!),
  }),
  step({
    param: 'siteSectionId',
    kind: 'siteSection',
    table: 'site_sections',
    load: ({ db, params, objects }) => loadPartOfSite(db, 'site_sections', objects.site, params.siteSectionId!),
  }),
  step({
    param: 'siteSectionGroupId',
    kind: 'siteSectionGroup',
    table: 'site_section_groups',
    load: ({ db, params, objects }) =>
      loadPartOfSite(db, 'site_section_groups', objects.site, params.siteSectionGroupId!),
  }),
  step({
    param: 'siteExternalLinkId',
    kind: 'siteExternalLink',
    table: 'site_external_links',
    load: ({ db, params, objects }) =>
      loadPartOfSite(db, 'site_external_links', objects.site, params.siteExternalLinkId!),
  }),
  step({
    param: 'shareLinkId',
    kind: 'shareLink',
    table: 'share_links',
    load: ({ db, params, objects }) => loadPartOfSite(db, 'share_links', objects.site, params.shareLinkId!),
  }),
  step({
    param: 'sitePreviewId',
    kind: 'sitePreview',
    table: 'site_previews',
    load: ({ db, caller, params, objects }) => loadSitePreview(db, caller, objects.site, params.sitePreviewId!),
  }),
  step({
    param: 'siteRedirectId',
    kind: 'siteRedirect',
    table: 'site_redirects',
    load: ({ db, params, objects }) => loadPartOfSite(db, 'site_redirects', objects.site, params.siteRedirectId!),
  }),
  INTEGRATION,
] as const

// Below an installation, a space or site parameter names the installation on that space or site.
const INSTALLED_STEPS = [
  INTEGRATION,
  step({
    param: 'installationId',
    kind: 'installation',
    table: 'integration_installations',
    load: ({ db, caller, params, objects }) =>
      loadInstallation(db, caller, objects.integration, params.installationId!),
  }),
  step({
    param: 'spaceId',
    kind: 'spaceInstallation',
    table: 'integration_space_installations',
    lockedWith: 'installation',
    load: ({ db, caller, params, objects }) => loadSpaceInstallation(db, caller, objects.installation, params.spaceId!),
  }),
  step({
    param: 'siteId',
    kind: 'siteInstallation',
    table: 'integration_site_installations',
    lockedWith: 'installation',
    load: ({ db, caller, params, objects }) => loadSiteInstallation(db, caller, objects.installation, params.siteId!),
  }),
] as const

type AnyStep = (typeof STEPS)[number] | (typeof INSTALLED_STEPS)[number]

type IsLoaded<S, Names extends string> =
  S extends LoadStep<infer P, keyof Objects, infer Below, infer NotBelow>
    ? [P | Below] extends [Names]
      ? Extract<NotBelow, Names> extends never
        ? true
        : false
      : false
    : never

type LoadedBy<S extends AnyStep, Names extends string> = {
  [T in S as IsLoaded<T, Names> extends true ? T['kind'] : never]: Objects[T['kind']]
}

/** The path objects for these parameters. */
export type ObjectsNamed<Names extends string> = 'installationId' extends Names
  ? LoadedBy<(typeof INSTALLED_STEPS)[number], Names>
  : LoadedBy<(typeof STEPS)[number], Names>

/** The load steps for these parameters. */
export function stepsFor(names: readonly string[]): AnyStep[] {
  const has = (name: string) => names.includes(name)
  const all: readonly AnyStep[] = has('installationId') ? INSTALLED_STEPS : STEPS
  return all.filter(({ param, below = param, notBelow = '' }) => has(param) && has(below) && !has(notBelow))
}

const STEP_BY_KIND = new Map<keyof Objects, AnyStep>([...STEPS, ...INSTALLED_STEPS].map((step) => [step.kind, step]))

/** The parameter and the row that a write to an object of this kind locks. */
export function lockOf(kind: keyof Objects): { param: string; table: keyof Tables; column: string } {
  const { lockedWith = kind } = STEP_BY_KIND.get(kind)!
  const { param, table, column = 'id' } = STEP_BY_KIND.get(lockedWith)!
  return { param, table, column }
}
