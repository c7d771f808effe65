// The permissions of each kind of object and the role each requires. Both the `can` of an operation and the
// `permissions` of a reply use this table. `edit` is editing live content; `propose` is editing through change
// requests, which a locked space still allows.
import type { Row } from '../db/tables.ts'
import { atLeast, type Role } from './roles.ts'

/** A row with the caller's effective role on it (null: a guest). */
export type WithRole<R> = R & { role: Role | null }

export interface Objects {
  organization: WithRole<Row<'organizations'>> & { ownsTeam: boolean }
  team: WithRole<Row<'teams'>> & { owned: boolean }
  collection: WithRole<Row<'collections'>>
  space: WithRole<Row<'spaces'>>
  /** Change requests have no permissions of their own: those of the space apply. */
  changeRequest: Row<'change_requests'>
  comment: WithRole<Row<'comments'>> & Authored
  reply: WithRole<Row<'comments'>> & Authored
  site: WithRole<Row<'sites'>> & { siteSpaces: number }
  /** Parts of a site have no permissions of their own: those of the site apply. */
  siteSpace: Row<'site_spaces'>
  siteSection: Row<'site_sections'>
  siteSectionGroup: Row<'site_section_groups'>
  siteExternalLink: Row<'site_external_links'>
  shareLink: Row<'share_links'>
  sitePreview: Row<'site_previews'>
  siteRedirect: Row<'site_redirects'>
  /** The role is the caller's role in the owning organization. */
  integration: WithRole<Row<'integrations'>> & OwnedByIntegration & { installable: boolean }
  /** The role is the caller's role in the organization, on the space or on the site where it is installed. */
  installation: WithRole<Row<'integration_installations'>> & OwnedByIntegration
  spaceInstallation: WithRole<Row<'integration_space_installations'>> & OwnedByIntegration & { id: string }
  siteInstallation: WithRole<Row<'integration_site_installations'>> & OwnedByIntegration & { id: string }
}

/** An integration or one of its installations. `acting`: the caller is the integration itself, which may do more. */
interface OwnedByIntegration {
  acting: boolean
}

/** A comment or a reply. The role is the caller's role on the space; the author may do more. */
interface Authored {
  authored: boolean
}

type Rules<K extends keyof Objects> = Record<string, (object: Objects[K]) => boolean>

const from = (needed: Role) => (object: { role: Role | null }) => atLeast(object.role, needed)
const everybody = () => true
const author = (object: WithRole<Authored>) => object.authored || atLeast(object.role, 'create')

const itself = (object: OwnedByIntegration) => object.acting
const itselfOr = (needed: Role) => (object: WithRole<OwnedByIntegration>) =>
  object.acting || atLeast(object.role, needed)

const contentInstallation = { view: itselfOr('create'), edit: itselfOr('create'), delete: from('create') }
const discussion = { view: everybody, edit: author, reply: from('comment'), delete: author }

const permissions = {
  organization: {
    view: everybody,
    admin: from('admin'),
    ownTeam: (organization) => organization.ownsTeam,
    /** Uploading requires a role that can use files in content. */
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
    /** Main content of a space with rules for merging is changed past them only by those who set them. */
    edit: (space) => atLeast(space.role, space.merge_rules === null ? 'edit' : 'create') && space.edit_mode === 'live',
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
    /** All changes to the site, and access to its audience secrets. */
    admin: from('create'),
  },
  integration: {
    view: everybody,
    admin: from('admin'),
    install: (integration) => integration.installable,
    /** Only the integration itself. */
    act: itself,
  },
  installation: {
    view: itselfOr('admin'),
    edit: itselfOr('admin'),
    delete: from('admin'),
    /** Installing on spaces and sites, which check their own permissions. */
    extend: everybody,
  },
  spaceInstallation: contentInstallation,
  siteInstallation: contentInstallation,
} satisfies { [K in keyof Objects]?: Rules<K> }

type Permissions = typeof permissions

/** The kinds of objects that have permissions; other objects are parts of these. */
export type Kind = keyof Permissions

/** `space.view`, `organization.admin` … */
export type Permission = { [K in Kind]: `${K}.${keyof Permissions[K] & string}` }[Kind]

export type PermissionsOf<K extends Kind> = Record<keyof Permissions[K], boolean>

export const kindOf = (permission: Permission): Kind => permission.slice(0, permission.indexOf('.')) as Kind

/** The rule that decides the permission for an object of its kind. */
export function ruleOf(permission: Permission): (object: never) => boolean {
  const kind = kindOf(permission)
  return (permissions[kind] as Rules<Kind>)[permission.slice(kind.length + 1)]!
}

export function permits<K extends Kind>(kind: K, action: keyof Permissions[K], object: Objects[K]): boolean {
  return (permissions[kind] as Rules<K>)[action as string]!(object)
}

const rules = Object.fromEntries(Object.entries(permissions).map(([kind, table]) => [kind, Object.entries(table)]))

/** All permissions on the object, in the form of replies. */
export function permissionsOf<K extends Kind>(kind: K, object: Objects[K]): PermissionsOf<K> {
  const permissions = {} as Record<string, boolean>
  for (const [action, isPermitted] of rules[kind] as [string, Rules<K>[string]][])
    permissions[action] = isPermitted(object)
  return permissions as PermissionsOf<K>
}
