export { type Identity, isAddress, toDisplayName } from './identity.ts'
export { admit, foreseeAdmission } from './membership.ts'
export {
  findOidcProvider,
  findSamlProvider,
  hasLogins,
  isOidcActive,
  isSamlActive,
  listLogins,
  type OidcProvider,
  oidcServiceOf,
  type SamlProvider,
  type SsoLogin,
  samlServiceOf,
} from './providers.ts'
export { listDefaultTeams, lockTeam } from './teams.ts'
export { type Tested, tryOut } from './tested.ts'
export { isSsoTried } from './trial.ts'
