export { recordSignIn, recordUnknownSignIn, type SignInRecord } from './audit.ts'
export {
  type Answer,
  authenticationOptions,
  checkRegistration,
  type PasskeyOwner,
  parseCredential,
  readAnswer,
  registrationOptions,
  takeRegistration,
  verifyAuthentication,
  verifyRegistration,
} from './ceremonies.ts'
export { type Purpose, pruneChallenges, takeChallenge } from './challenges.ts'
export { DELETED_USER, deleteUser } from './deletion.ts'
export {
  changeEmail,
  completeEmailChange,
  composeEmailChange,
  composeEmailChanged,
  findEmailChange,
  pruneEmailChanges,
  sendEmailChange,
  sendEmailChanged,
} from './email-changes.ts'
export {
  type Attempt,
  clearSignInFailures,
  countSignInFailure,
  isSignInLimited,
  pruneSignInFailures,
} from './failures.ts'
export { createInvitationLinks, type InvitationLink } from './invitations.ts'
export { composeInvitation, composeSignInLink, sendInvitation, sendSignInLink } from './letters.ts'
export {
  findSignInLink,
  insertSignInLink,
  isExpiredSignInLink,
  type LinkKind,
  pruneSignInLinks,
  removeSignInLinksOf,
  type SignInLink,
  signInLinkUrl,
  takeSignInLink,
} from './links.ts'
export { listSessions, listSessionsOf, removeSessionById } from './own-sessions.ts'
export {
  findPasskey,
  findPasskeyByCredential,
  hasCredentials,
  hasPasskey,
  insertPasskey,
  isOnlyCredential,
  listPasskeys,
  listPasskeysOf,
  MAX_PASSKEY_NAME,
  MAX_PASSKEYS,
  type NewPasskey,
  recordPasskeyUse,
  removePasskey,
  removePasskeysOf,
  renamePasskey,
  requirePasskey,
} from './passkeys.ts'
export { findPasswordFault } from './password-rules.ts'
export { findPasswordHash, hashPassword, putPasswordHash, removePassword, verifyPassword } from './passwords.ts'
export { toAccount, toPasskey, toSession } from './presenter.ts'
export { Refusal, type RefusalName } from './refusals.ts'
export { hasPasskeys, type NoRelyingParty, type RelyingParty, relyingPartyOf } from './relying-party.ts'
export {
  type BegunSession,
  type Browser,
  beginProviderSession,
  beginSession,
  confirmSession,
  csrfTokenOf,
  type OwnMethod,
  pruneSessions,
  removeSession,
  removeSessionsOf,
} from './sessions.ts'
export { updateAccount } from './settings.ts'
export { verifyAddress } from './verification.ts'
