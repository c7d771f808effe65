// What can be permitted, on which kind of object, and from which role on. The `can` of an operation and the
// `permissions` of a reply are both read from this table. `edit` is editing live content; `propose` is editing through
// change requests, which a locked space still allows.
import type { Row } from '../db/tables.ts'
import { atLeast, type Role } from './roles.ts'

/** A row the caller has been let through to, with their effective role on it (null: a guest). */
export type Held<R> = R & { role: Role | null }

export interface Objects {
  organization: Held<Row<'organizations'>> & { ownsTeam: boolean }
  team: Held<Row<'teams'>> & { owned: boolean }
  collection: Held<Row<'collections'>>
  space: Held<Row<'spaces'>>
  /** Whoever may see the space may see its change requests; what they may do with them, the space decides. */
  changeRequest: Row<'change_requests'>
  comment: Held<Row<'comments'>> & Authored
  reply: Held<Row<'comments'>> & Authored
  site: Held<Row<'sites'>> & { siteSpaces: number }
  /** Parts of a site the caller was let through to; what they may do with them, the site decides. */
  siteSpace: Row<'site_spaces'>
  siteSection: Row<'site_sections'>
  siteSectionGroup: Row<'site_section_groups'>
  shareLink: Row<'share_links'>
  siteRedirect: Row<'site_redirects'>
  /** The role is that in the organization which owns it. */
  integration: Held<Row<'integrations'>> & ByItself & { installable: boolean }
  /** The role is that in the organization, on the space or on the site where it is installed. */
  installation: Held<Row<'integration_installations'>> & ByItself
  spaceInstallation: Held<Row<'integration_space_installations'>> & ByItself & { id: string }
  siteInstallation: Held<Row<'integration_site_installations'>> & ByItself & { id: string }
}

/** An integration and its installations: the integration itself may do more with them. */
interface ByItself {
  acting: boolean
}

/** A comment or a reply: the role is that on the space; whoever wrote it may do more. */
interface Authored {
  authored: boolean
}

/** Objects without permissions of their own. */
type Part = 'changeRequest' | 'siteSpace' | 'siteSection' | 'siteSectionGroup' | 'shareLink' | 'siteRedirect'

/** The kinds of objects that permissions are about. */
export type Kind = Exclude<keyof Objects, Part>

type Rules<K extends Kind> = Record<string, (object: Objects[K]) => boolean>

const from = (needed: Role) => (object: { role: Role | null }) => atLeast(object.role, needed)
const everybody = () => true
const author = (object: Held<Authored>) => object.authored || atLeast(object.role, 'create')

const itself = (object: ByItself) => object.acting
const itselfOr = (needed: Role) => (object: Held<ByItself>) => object.acting || atLeast(object.role, needed)

const contentInstallation = { view: itselfOr('create'), edit: itselfOr('create'), delete: from('create') }
const discussion = { view: everybody, edit: author, reply: from('comment'), delete: author }

const vocabulary = {
  organization: {
    view: everybody,
    admin: from('admin'),
    ownTeam: (organization) => organization.ownsTeam,
    /** Files may be uploaded by whoever could put them somewhere. */
    upload: from('edit'),
    createContent: from('create'),
    createOpenAPISpec: from('create'),
    viewTranslations: from('read'),
    editTranslations: from('create'),
    viewOpenAPISpecs: from('read'),
    ingestConversations: from('admin'),
    viewBilling: from('admin'),
    listMembers: from('read'),
    listTeams: from('read'),
    listIntegrations: from('read'),
    listInstallations: from('admin'),
    installIntegration: from('admin'),
  },
  team: {
    view: from('read'),
    admin: (team) => team.owned || atLeast(team.role, 'admin'),
  },
  collection: {
    view: from('read'),
    admin: from('create'),
    viewInviteLinks: from('create'),
    create: from('create'),
  },
  space: {
    view: from('read'),
    access: from('read'),
    comment: from('comment'),
    edit: (space) => atLeast(space.role, 'edit') && space.edit_mode === 'live',
    propose: from('edit'),
    review: from('review'),
    merge: from('review'),
    admin: from('create'),
    viewInviteLinks: from('create'),
    triggerGitSync: from('create'),
    installIntegration: from('create'),
  },
  comment: discussion,
  reply: discussion,
  site: {
    view: from('read'),
    /** Everything that changes a site, and the secrets of its audience. */
    admin: from('create'),
  },
  integration: {
    view: everybody,
    admin: from('admin'),
    install: (integration) => integration.installable,
    /** For the integration alone. */
    act: itself,
  },
  installation: {
    view: itselfOr('admin'),
    edit: itselfOr('admin'),
    delete: from('admin'),
    /** To spaces and sites, which decide for themselves. */
    extend: everybody,
  },
  spaceInstallation: contentInstallation,
  siteInstallation: contentInstallation,
} satisfies { [K in Kind]: Rules<K> }

type Vocabulary = typeof vocabulary

/** `space.view`, `organization.admin` … */
export type Permission = { [K in Kind]: `${K}.${keyof Vocabulary[K] & string}` }[Kind]

export type PermissionsOf<K extends Kind> = Record<keyof Vocabulary[K], boolean>

export const kindOf = (permission: Permission): Kind => permission.slice(0, permission.indexOf('.')) as Kind

/** Tells whether the permission is given on an object of its kind. */
export function ruleOf(permission: Permission): (object: never) => boolean {
  const kind = kindOf(permission)
  return (vocabulary[kind] as Rules<Kind>)[permission.slice(kind.length + 1)]!
}

export function permits<K extends Kind>(kind: K, action: keyof Vocabulary[K], object: Objects[K]): boolean {
  return (vocabulary[kind] as Rules<K>)[action as string]!(object)
}

const rules = Object.fromEntries(Object.entries(vocabulary).map(([kind, table]) => [kind, Object.entries(table)]))

const shown = new WeakMap<object, unknown>()

/** Every permission on the object, as replies show them; worked out once for each object. */
export function permissionsOf<K extends Kind>(kind: K, object: Objects[K]): PermissionsOf<K> {
  const known = shown.get(object)
  if (known) return known as PermissionsOf<K>
  const permissions = {} as Record<string, boolean>
  for (const [action, isPermitted] of rules[kind] as [string, Rules<K>[string]][])
    permissions[action] = isPermitted(object)
  shown.set(object, permissions)
  return permissions as PermissionsOf<K>
}
