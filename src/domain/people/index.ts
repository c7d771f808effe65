export { changeHostname, chooseHostname, followTitle, nameOrganizations } from './hostnames.ts'
export {
  findMember,
  hasOtherAdmin,
  isDeactivated,
  listMembers,
  listSharedSpaces,
  MEMBER_COLUMNS,
  type MemberRow,
  membersOf,
  removeMember,
  toMember,
  updateMember,
  viewerOfMember,
  withSpaceCounts,
} from './members.ts'
export { listMemberNames } from './names.ts'
export {
  insertMember,
  insertOrganization,
  isInEmailDomains,
  isOutsideEmailDomains,
  listOrganizations,
  listOrganizationsByEmailDomain,
  serializeDomains,
  toOrganization,
  updateOrganization,
  viewerOf,
} from './organizations.ts'
export { listAccessTo, listPeopleOf, permissionsOn } from './permission-operations.ts'
export { type Presence, recordLastSeen, trackPresence } from './presence.ts'
export {
  listTeamMembers,
  type MemberReference,
  putTeamMembers,
  removeTeamMembers,
  resolveMembers,
} from './team-members.ts'
export {
  insertTeam,
  isTeamOwner,
  listTeams,
  listTeamsOfMember,
  memberCount,
  removeTeam,
  toTeam,
  updateTeam,
  withTeamCounts,
  withTeamSpaceCounts,
} from './teams.ts'
export {
  FIRST_ADMIN_EMAIL,
  findUser,
  findUserByEmail,
  findVisibleUser,
  insertToken,
  insertUser,
  isBeyondBinding,
  listTokens,
  listTokensOf,
  ownsAccount,
  type PublicUser,
  refuseBeyondBinding,
  revokeToken,
  toToken,
  toUser,
  updateUser,
} from './users.ts'
