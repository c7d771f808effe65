// Changes of a site, and reading again what shows it.
import { say } from '../../ui/toasts.tsx'
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import type { Input } from '../api/operations.ts'
import { refresh } from '../api/store.ts'
import type { Located } from './site-frame.tsx'

export const refreshSites = (): void =>
  refresh('GET /orgs/:organizationId/sites', 'GET /orgs/:organizationId/sites/:siteId')

type Patch = Input<'PATCH /orgs/:organizationId/sites/:siteId'>['body']

/** Changes a site, and says so. False if it failed. */
export const changeSite = (at: Located['at'], body: Patch, done: string): Promise<boolean> =>
  attempt(async () => {
    await call('PATCH /orgs/:organizationId/sites/:siteId', { ...at, body })
    refreshSites()
    say(done)
  })

export const publishSite = (at: Located['at'], done: string): Promise<boolean> =>
  attempt(async () => {
    await call('POST /orgs/:organizationId/sites/:siteId/publish', at)
    refreshSites()
    say(done)
  })

export const unpublishSite = (at: Located['at'], done: string): Promise<boolean> =>
  attempt(async () => {
    await call('POST /orgs/:organizationId/sites/:siteId/unpublish', at)
    refreshSites()
    say(done)
  })
