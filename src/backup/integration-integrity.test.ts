// Every kind of fault in the rows of integrations is reported, and no other.
import { expect, test } from 'vitest'
import { install, PNG, publish } from '../../test/support/integrations.ts'
import { startedServer } from '../../test/support/server.ts'
import type { Db } from '../db/tables.ts'
import { listFaults, listRowFaults } from './integrity.ts'

const server = startedServer()

class Undone extends Error {}

/** Lists the faults after `harm`, which is rolled back afterwards. */
async function faultsAfter(harm: (db: Db) => Promise<unknown>): Promise<string[]> {
  let faults: string[] = []
  const work = server.database.write(async (db) => {
    await harm(db)
    faults = await listRowFaults(db)
    throw new Undone()
  })
  await expect(work).rejects.toThrow(Undone)
  return faults
}

const HARM: [string, (db: Db) => Promise<unknown>, RegExp][] = [
  [
    'more scopes than requested',
    (db) => db.updateTable('integration_installations').set({ scopes: '["openapi:write"]' }).execute(),
    /^The installation \w+ has a scope that its integration does not request\.$/,
  ],
  [
    'a cursor beyond the end of the log',
    (db) => db.updateTable('integration_installations').set({ cursor: 1_000_000 }).execute(),
    /^The cursor of the installation \w+ is beyond the end of the event log\.$/,
  ],
  [
    'an event that no job will deliver',
    (db) => db.updateTable('integration_events').set({ status: 'queued', installation_id: null }).execute(),
    /^The event \w+ is queued without an installation or a time\.$/,
  ],
  [
    'an event that failed without a reason',
    (db) => db.updateTable('integration_events').set({ status: 'failed', ended_at: 'now', error: null }).execute(),
    /^The event \w+ has the status failed, which contradicts its other columns\.$/,
  ],
  [
    'an event of another integration',
    async (db) => {
      const of = db.selectFrom('integrations').select('id').orderBy('id', 'desc').limit(1)
      await db.updateTable('integration_events').set({ integration_id: of }).execute()
    },
    /^The event \w+ is for an installation of another integration\.$/,
  ],
  [
    'a task without a job',
    (db) => db.deleteFrom('jobs').where('kind', '=', 'run-integration-task').execute(),
    /^The task \w+ of the integration [\w-]+ has no job\.$/,
  ],
  [
    'a site whose integration is gone',
    (db) => db.updateTable('site_auth').set({ backend: 'integration', integration: 'gone' }).execute(),
    /^The site \w+ uses an integration for sign-in that is not installed for it\.$/,
  ],
  [
    'a site that names an integration without using it',
    (db) => db.updateTable('site_auth').set({ integration: 'gone' }).execute(),
    /^The site \w+ names an integration but does not use it for sign-in\.$/,
  ],
  [
    'an outdated visibility',
    (db) => db.updateTable('spaces').set({ visibility: 'public' }).execute(),
    /^The space \w+ has the stored visibility public, but it is private\.$/,
  ],
]

test('publishIntegration: a missing script or image is reported', async () => {
  const { admin, organization } = server
  const name = await publish(admin, organization, { icon: PNG, previewImages: [PNG] })
  const faults = await server.database.snapshot((db) => listFaults(db, undefined, new Set()))
  expect(faults).toContainEqual(expect.stringContaining(`of the file "the script of ${name}" are missing`))
  expect(faults).toContainEqual(expect.stringContaining(`of the file "an image of ${name}" are missing`))
})

test('listIntegrationEvents, queueIntegrationTask: each fault of integrations is reported', async () => {
  const { admin, organization } = server
  const name = await publish(admin, organization, { runtime: 'v2' })
  await install(admin, organization, name)
  await publish(admin, organization)
  await admin.http.post(`/v1/orgs/${organization}/sites`, { title: 'Docs' })
  await (await server.integration(name)).http.post(`/v1/integrations/${name}/tasks`, { task: {}, schedule: 3600 })
  const events = server.database.read.selectFrom('integration_events').select('status')
  await expect.poll(() => events.execute(), { timeout: 20_000 }).toEqual([{ status: 'success' }])
  expect(await faultsAfter(async () => undefined)).toEqual([])
  for (const [what, harm, sentence] of HARM) {
    const faults = await faultsAfter(harm)
    expect(faults, what).not.toEqual([])
    for (const fault of faults) expect(fault, what).toMatch(sentence)
  }
})
