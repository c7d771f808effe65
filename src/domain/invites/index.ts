export {
  acceptInvite,
  ensureUsers,
  insertMembers,
  lockInvite,
  lockJoinableOrganization,
} from './acceptance.ts'
export {
  findInvite,
  findUsableInvite,
  type InviteTarget,
  insertInvite,
  joinPath,
  listInvites,
  removeInvite,
  toInvite,
  updateInvite,
} from './invites.ts'
