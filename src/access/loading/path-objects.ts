// Loads the objects that path parameters name, outermost first, and authorizes the caller. Every permission is decided
// here.
import type { Db } from '../../db/tables.ts'
import { problem } from '../../errors.ts'
import { type AnyCaller, isVisitor } from '../caller.ts'
import { type Kind, kindOf, type Objects, type Permission, ruleOf } from '../permissions.ts'
import { lock } from './locks.ts'
import { lockOf, stepsFor } from './path-params.ts'
import { loadForVisitor } from './visitors.ts'

/** What an operation requires of its path objects. */
export interface PathRequirements {
  names: readonly string[]
  /** The permission that the caller needs. */
  can: Permission
  withDeleted: boolean
}

interface PathParams {
  params: Record<string, string>
  /** The revision in the query. */
  revision?: string | undefined
  /** True for writes, which lock the authorized object. */
  forWrite: boolean
}

export type LoadPathObjects = (db: Db, caller: AnyCaller, named: PathParams) => Promise<Partial<Objects>>

/** Resolves which objects a path names once, before any request. */
export function compilePathLoader({ names, can, withDeleted }: PathRequirements): LoadPathObjects {
  const kind = kindOf(can)
  const isPermitted = ruleOf(can)
  const { param } = lockOf(kind)
  if (!names.includes(param)) throw new Error(`${can} needs :${param} in the path`)
  const steps = stepsFor(names)
  return async (db, caller, { params, revision, forWrite }) => {
    const objects = {} as Objects
    if (isVisitor(caller)) {
      Object.assign(objects, await loadForVisitor(db, caller, { ...params, revision: params.revisionId ?? revision }))
    } else {
      if (forWrite) await lock(db, kind, params[param]!)
      const at = { db, caller, params, objects, withDeleted }
      for (const { kind, load } of steps) objects[kind] = (await load(at)) as never
    }
    if (!isPermitted(objects[kind] as never)) throw problem('forbidden')
    return objects
  }
}

/** Throws 403 unless the caller has the permission `can` on the object of its kind. */
export function authorize(can: Permission, objects: Partial<Objects>): void {
  const object = objects[kindOf(can)]
  if (!object) throw new Error(`${can} needs an object of its kind`)
  if (!ruleOf(can)(object as never)) throw problem('forbidden')
}

/** The organization of the path objects, or else the one that was just created. */
export function organizationOf(
  { organization, space, collection, installation, integration }: Partial<Objects>,
  made?: { kind: string; id: string },
): string | undefined {
  const named = organization?.id ?? (space ?? collection ?? installation ?? integration)?.organization_id
  return named ?? (made?.kind === 'organization' ? made.id : undefined)
}

/** The space and the site of an event, by which subscribers filter. */
export const spaceAndSiteOf = ({ space, site, spaceInstallation, siteInstallation }: Partial<Objects>) => ({
  spaceId: space?.id ?? spaceInstallation?.space_id,
  siteId: site?.id ?? siteInstallation?.site_id,
})

/** The object that `can` applies to. */
export function permittedTarget(can: Permission, objects: Partial<Objects>): { kind: Kind; id: string } {
  const kind = kindOf(can)
  return { kind, id: objects[kind]!.id }
}
