// The API: one line a noun.
import type { Resource } from '../server/operation.ts'
import { collections } from './collections/service.ts'
import { content } from './content/service.ts'
import { information } from './information/service.ts'
import { invites } from './invites/service.ts'
import { members } from './members/service.ts'
import { organizations } from './organizations/service.ts'
import { collectionPermissions, spacePermissions } from './permissions/service.ts'
import { spaces } from './spaces/service.ts'
import { teams } from './teams/service.ts'
import { users } from './users/service.ts'

export const resources: readonly Resource[] = [
  information,
  users,
  organizations,
  members,
  teams,
  invites,
  collections,
  spaces,
  spacePermissions,
  collectionPermissions,
  content,
]
