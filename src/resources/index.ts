// The API: one line a noun.
import type { Resource } from '../server/operation.ts'
import { reviewing } from './change-requests/reviewing.ts'
import { changeRequests } from './change-requests/service.ts'
import { collections } from './collections/service.ts'
import { changeRequestContent, revisions, spaceContent } from './content/service.ts'
import { changeRequestFiles, files, revisionFiles, storage } from './files/service.ts'
import { information } from './information/service.ts'
import { invites } from './invites/service.ts'
import { changeRequestLinks, links } from './links/service.ts'
import { members } from './members/service.ts'
import { organizations } from './organizations/service.ts'
import { pdf } from './pdf/service.ts'
import { collectionPermissions, spacePermissions } from './permissions/service.ts'
import { search } from './search/service.ts'
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
  spaceContent,
  changeRequestContent,
  revisions,
  changeRequests,
  reviewing,
  files,
  changeRequestFiles,
  revisionFiles,
  storage,
  links,
  changeRequestLinks,
  search,
  pdf,
]
