// The API: one line a noun.
import type { Resource } from '../server/operation.ts'
import { information } from './information/service.ts'
import { organizations } from './organizations/service.ts'
import { spaces } from './spaces/service.ts'
import { users } from './users/service.ts'

export const resources: readonly Resource[] = [information, users, organizations, spaces]
