// From the parameters of a path to the objects they name, loaded in order of containment, and the check whether the
// caller may do what the operation needs. Every permission is decided here.
import type { Db } from '../db/tables.ts'
import { problem } from '../errors.ts'
import { type Caller, isVisitor, type Reader } from './caller.ts'
import { loadChangeRequest, loadCollection, loadComment, loadOrganization, loadSpace, loadTeam, lock } from './load.ts'
import { loadInstallation, loadIntegration, loadSiteInstallation, loadSpaceInstallation } from './load-integration.ts'
import { loadPartsOfSite, loadSite } from './load-site.ts'
import { loadVisited } from './load-visited.ts'
import { type Kind, kindOf, type Objects, type Permission, permits } from './vocabulary.ts'

interface KindOfParam {
  organizationId: 'organization'
  teamId: 'team'
  collectionId: 'collection'
  spaceId: 'space'
  changeRequestId: 'changeRequest'
  commentId: 'comment'
  commentReplyId: 'reply'
  siteId: 'site'
  siteSpaceId: 'siteSpace'
  siteSectionId: 'siteSection'
  siteSectionGroupId: 'siteSectionGroup'
  shareLinkId: 'shareLink'
  siteRedirectId: 'siteRedirect'
  integrationName: 'integration'
  installationId: 'installation'
}

const PARAM_OF: { [K in Kind]: string } = {
  organization: 'organizationId',
  team: 'teamId',
  collection: 'collectionId',
  space: 'spaceId',
  comment: 'commentId',
  reply: 'commentReplyId',
  site: 'siteId',
  integration: 'integrationName',
  installation: 'installationId',
  spaceInstallation: 'installationId',
  siteInstallation: 'installationId',
} satisfies Record<Kind, keyof KindOfParam>

// A team is loaded in the organization the path names; below a space or a collection it is only an id.
type Loaded<Names extends string> = 'organizationId' extends Names ? Names : Exclude<Names, 'teamId' | 'siteId'>

/** The loaded objects for a union of parameter names. */
export type ObjectsNamed<Names extends string> = 'installationId' extends Names
  ? Pick<Objects, 'integration' | 'installation' | BelowInstallation[Extract<Names, keyof BelowInstallation>]>
  : { [Name in Extract<Loaded<Names>, keyof KindOfParam> as KindOfParam[Name]]: Objects[KindOfParam[Name]] }

/** What a space or a site below an installation stands for. */
interface BelowInstallation {
  spaceId: 'spaceInstallation'
  siteId: 'siteInstallation'
}

export interface Naming {
  params: Record<string, string>
  /** A revision that the query names. */
  revision?: string | undefined
  /** What the caller must be permitted; undefined when being signed in is enough. */
  can: Permission | undefined
  /** Writers of the permitted object take turns. */
  forWrite: boolean
  withDeleted: boolean
}

export async function loadNamed(db: Db, caller: Reader, naming: Naming): Promise<Partial<Objects>> {
  const { params, can } = naming
  if (isVisitor(caller)) {
    const visited = await loadVisited(db, caller, { ...params, revision: params.revisionId ?? naming.revision })
    if (can) demand(can, visited)
    return visited
  }
  if (naming.forWrite && can) await lockPermitted(db, can, params)
  const objects: Partial<Objects> =
    params.installationId === undefined ? await loadFrom(db, caller, naming) : await loadInstalled(db, caller, params)
  if (can) demand(can, objects)
  return objects
}

async function loadInstalled(db: Db, caller: Caller, params: Record<string, string>): Promise<Partial<Objects>> {
  const integration = await loadIntegration(db, caller, params.integrationName!)
  const installation = await loadInstallation(db, caller, integration, params.installationId!)
  const objects: Partial<Objects> = { integration, installation }
  if (params.spaceId !== undefined)
    objects.spaceInstallation = await loadSpaceInstallation(db, caller, installation, params.spaceId)
  if (params.siteId !== undefined)
    objects.siteInstallation = await loadSiteInstallation(db, caller, installation, params.siteId)
  return objects
}

async function loadFrom(db: Db, caller: Caller, { params, withDeleted }: Naming): Promise<Partial<Objects>> {
  const objects: Partial<Objects> = {}
  if (params.organizationId !== undefined)
    objects.organization = await loadOrganization(db, caller, params.organizationId)
  if (params.teamId !== undefined && objects.organization)
    objects.team = await loadTeam(db, caller, objects.organization, params.teamId)
  if (params.collectionId !== undefined) objects.collection = await loadCollection(db, caller, params.collectionId)
  if (params.spaceId !== undefined) objects.space = await loadSpace(db, caller, params.spaceId, withDeleted)
  if (params.changeRequestId !== undefined)
    objects.changeRequest = await loadChangeRequest(db, params.spaceId!, params.changeRequestId)
  const thread = objects.changeRequest?.id ?? objects.space?.id
  if (params.commentId !== undefined)
    objects.comment = await loadComment(db, caller, objects.space!, thread!, params.commentId)
  if (params.commentReplyId !== undefined)
    objects.reply = await loadComment(db, caller, objects.space!, objects.comment!.id, params.commentReplyId)
  if (params.siteId !== undefined && objects.organization) {
    const { organization } = objects
    const site = await loadSite(db, caller, organization, params.siteId)
    Object.assign(objects, { site }, await loadPartsOfSite(db, caller, { organization, site }, params))
  }
  if (params.integrationName !== undefined)
    objects.integration = await loadIntegration(db, caller, params.integrationName)
  return objects
}

/** Refuses unless `can` is permitted on the object of its kind. */
export function demand(can: Permission, objects: Partial<Objects>): void {
  const kind = kindOf(can)
  const object = objects[kind]
  if (!object) throw new Error(`${can} needs :${PARAM_OF[kind]} in the path`)
  const action = can.slice(kind.length + 1)
  if (!permits(kind, action as never, object as never)) throw problem('forbidden')
}

/** The organization of what a path names, or else the one that was just made. */
export function organizationOf(
  { organization, space, collection, installation, integration }: Partial<Objects>,
  made?: { kind: string; id: string },
): string | undefined {
  const named = organization?.id ?? (space ?? collection ?? installation ?? integration)?.organization_id
  return named ?? (made?.kind === 'organization' ? made.id : undefined)
}

/** The space and the site in which it happens, for whoever listens to one of them only. */
export const placeOf = ({ space, site, spaceInstallation, siteInstallation }: Partial<Objects>) => ({
  spaceId: space?.id ?? spaceInstallation?.space_id,
  siteId: site?.id ?? siteInstallation?.site_id,
})

/** The object that `can` is about. */
export function permittedTarget(can: Permission, objects: Partial<Objects>): { kind: Kind; id: string } {
  const kind = kindOf(can)
  return { kind, id: objects[kind]!.id }
}

async function lockPermitted(db: Db, can: Permission, params: Record<string, string>): Promise<void> {
  const kind = kindOf(can)
  const id = params[PARAM_OF[kind]]
  if (id) await lock(db, kind, id)
}
