// The places where an organization is managed: which belong together, and which the rail leads to.
import type { organizationWords } from '../../words-organization.ts'
import type { ReplyTo } from '../api/operations.ts'

export type OrganizationJson = ReplyTo<'GET /orgs/:organizationId'>
export type OrganizationPlace = keyof typeof organizationWords.places

type IsFor = (organization: OrganizationJson) => boolean

/** The places side by side, each with who finds something there. */
const GROUPS: readonly Partial<Record<OrganizationPlace, IsFor>>[] = [
  {
    people: ({ permissions }) => permissions.listMembers,
    teams: ({ permissions }) => permissions.listTeams,
    'invite-links': ({ permissions, inviteLinks }) => permissions.admin && inviteLinks,
  },
  {
    settings: ({ permissions }) => permissions.admin,
    'sign-in': ({ permissions }) => permissions.admin,
    tokens: ({ permissions }) => permissions.admin,
    'audit-log': ({ permissions }) => permissions.admin,
    webhooks: ({ permissions }) => permissions.admin,
    'deleted-spaces': ({ permissions }) => permissions.admin,
  },
  {
    openapi: ({ permissions }) => permissions.listMembers,
    integrations: ({ permissions }) => permissions.listIntegrations,
    translations: ({ permissions }) => permissions.listMembers,
    fonts: ({ permissions }) => permissions.listMembers,
  },
]

export const groupOf = (place: OrganizationPlace) => GROUPS.find((group) => place in group)!

/** The places in the rail. Those that have no entry there are behind the first of their group. */
const DOORS = ['people', 'openapi', 'integrations', 'settings'] as const

export type Door = (typeof DOORS)[number]

/** The places that an entry of the rail leads to. */
export const placesBehind = (door: Door): OrganizationPlace[] => {
  const group = Object.keys(groupOf(door)) as OrganizationPlace[]
  return group.filter((place) => place === door || (group[0] === door && !DOORS.includes(place as Door)))
}
