// Everything that identity providers may call.
import type { Database } from '../db/database.ts'
import type { LaterRoutes } from '../server/later-routes.ts'
import type { Urls } from '../server/urls.ts'
import { scimOf } from './context.ts'
import { serveDiscovery } from './discovery.ts'
import { serveGroups } from './groups.ts'
import { serveUsers } from './users.ts'

export const addRoutes =
  (database: Database, urls: Urls) =>
  (http: LaterRoutes): void => {
    const scim = scimOf(database, urls)
    serveDiscovery(http, scim)
    serveUsers(http, scim)
    serveGroups(http, scim)
  }
