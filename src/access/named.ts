// From the parameters of a path to the objects they name, loaded in order of containment, and the check whether the
// caller may do what the operation needs. Every permission is decided here.
import type { Db } from '../db/tables.ts'
import { problem } from '../errors.ts'
import { isVisitor, type Reader } from './caller.ts'
import { lock } from './load.ts'
import { loadVisited } from './load-visited.ts'
import { stepsFor } from './steps.ts'
import { type Kind, kindOf, type Objects, type Permission, ruleOf } from './vocabulary.ts'

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

/** What an operation needs of the objects that its path names. */
export interface Naming {
  names: readonly string[]
  /** What the caller must be permitted. */
  can: Permission
  withDeleted: boolean
}

interface Named {
  params: Record<string, string>
  /** A revision that the query names. */
  revision?: string | undefined
  /** Writers of the permitted object take turns. */
  forWrite: boolean
}

export type LoadNamed = (db: Db, caller: Reader, named: Named) => Promise<Partial<Objects>>

/** Which objects a path names is known before anybody asks for them. */
export function compileLoading({ names, can, withDeleted }: Naming): LoadNamed {
  const kind = kindOf(can)
  const isPermitted = ruleOf(can)
  const param = PARAM_OF[kind]
  if (!names.includes(param)) throw new Error(`${can} needs :${param} in the path`)
  const steps = stepsFor(names)
  return async (db, caller, { params, revision, forWrite }) => {
    const objects = {} as Objects
    if (isVisitor(caller)) {
      Object.assign(objects, await loadVisited(db, caller, { ...params, revision: params.revisionId ?? revision }))
    } else {
      if (forWrite) await lock(db, kind, params[param]!)
      const at = { db, caller, params, objects, withDeleted }
      for (const { kind, load } of steps) {
        const loaded = load(at)
        objects[kind] = (loaded instanceof Promise ? await loaded : loaded) as never
      }
    }
    if (!isPermitted(objects[kind] as never)) throw problem('forbidden')
    return objects
  }
}

/** Refuses unless `can` is permitted on the object of its kind. */
export function demand(can: Permission, objects: Partial<Objects>): void {
  const object = objects[kindOf(can)]
  if (!object) throw new Error(`${can} needs the object that it is about`)
  if (!ruleOf(can)(object as never)) throw problem('forbidden')
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
