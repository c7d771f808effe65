// Each way in which the rows of integrations could be wrong is found and said, and nothing else is.
import { expect, test } from 'vitest'
import { install, PNG, publish } from '../../test/support/integrations.ts'
import { startedServer } from '../../test/support/server.ts'
import type { Db } from '../db/tables.ts'
import { listFaults, listRowFaults } from './soundness.ts'

const server = startedServer()

class Undone extends Error {}

/** What is found wrong after `harm`, which is undone afterwards. */
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
    'more scopes than were asked for',
    (db) => db.updateTable('integration_installations').set({ scopes: '["openapi:write"]' }).execute(),
    /^The installation \w+ has a scope that its integration does not ask for\.$/,
  ],
  [
    'a cursor beyond the end',
    (db) => db.updateTable('integration_installations').set({ cursor: 1_000_000 }).execute(),
    /^The installation \w+ has read further in the log of events than it goes\.$/,
  ],
  [
    'an event that nobody will deliver',
    (db) => db.updateTable('integration_events').set({ status: 'queued', installation_id: null }).execute(),
    /^The event \w+ waits, but for no installation or no time\.$/,
  ],
  [
    'an event that failed without a reason',
    (db) => db.updateTable('integration_events').set({ status: 'failed', ended_at: 'now', error: null }).execute(),
    /^The event \w+ is over as failed, which does not fit the rest of it\.$/,
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
    /^No job will tell the integration [\w-]+ of its task \w+\.$/,
  ],
  [
    'a site whose integration is gone',
    (db) => db.updateTable('site_auth').set({ backend: 'integration', integration: 'gone' }).execute(),
    /^The site \w+ has its visitors signed in by an integration that is not there for it\.$/,
  ],
  [
    'a site that names an integration for nothing',
    (db) => db.updateTable('site_auth').set({ integration: 'gone' }).execute(),
    /^The site \w+ names an integration that does not sign its visitors in\.$/,
  ],
  [
    'a visibility that is not true',
    (db) => db.updateTable('spaces').set({ visibility: 'public' }).execute(),
    /^The space \w+ keeps the visibility public, but it is private\.$/,
  ],
]

test('publishIntegration: a script or a picture that is missing is found', async () => {
  const { admin, organization } = server
  const name = await publish(admin, organization, { icon: PNG, previewImages: [PNG] })
  const faults = await server.database.snapshot((db) => listFaults(db, undefined, new Set()))
  expect(faults).toContainEqual(expect.stringContaining(`of the file "the script of ${name}" are missing`))
  expect(faults).toContainEqual(expect.stringContaining(`of the file "a picture of ${name}" are missing`))
})

test('listIntegrationEvents, queueIntegrationTask: what is wrong with integrations is said in a sentence', async () => {
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
