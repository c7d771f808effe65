// Rules for merging: the API keeps them, whoever asks.
import { beforeEach, expect, test } from 'vitest'
import { createSpace, enter } from '../../../test/support/content.ts'
import { edit, pages } from '../../../test/support/edits.ts'
import { type Person, startedServer } from '../../../test/support/server.ts'

const server = startedServer()
let space: { id: string }
let change: { id: string }

beforeEach(async () => {
  space = await createSpace(server)
  await edit(server, { space: space.id }, pages('one'))
  change = (await server.admin.http.post(`/v1/spaces/${space.id}/change-requests`)).body
  await write('First')
})

const at = (rest: string) => `/v1/spaces/${space.id}/change-requests/${change.id}${rest}`
const write = (title: string) =>
  edit(server, { space: space.id, changeRequest: change.id, by: server.admin.id }, [
    { operation: 'update_page', page: 'one', title },
  ])
const setRules = (mergeRules: object | null) => server.admin.http.patch(`/v1/spaces/${space.id}`, { mergeRules })
const approve = ({ http }: Pick<Person, 'http'>) => http.post(at('/reviews'), { status: 'approved' })
const broken = async () => (await server.admin.http.post(at('/merge?dryRun=true'))).body.rules ?? []
const reviewer = () => enter(server, server, 'review')

test('updateSpaceById: sets, shows and removes the rules', async () => {
  const rules = { approvals: 2, latestContent: true }
  expect((await setRules(rules)).body.mergeRules).toEqual(rules)
  expect((await setRules(null)).body).not.toHaveProperty('mergeRules')
  expect((await setRules({ approvals: 11 })).status).toBe(400)
})

test('mergeChangeRequest: needs as many approvals as the space says, of the latest content', async () => {
  await setRules({ approvals: 1, latestContent: true })
  const person = await reviewer()
  const refused = await person.http.post(at('/merge'))
  expect(refused.status).toBe(409)
  expect(refused.body.error.issues).toMatchObject([{ path: 'approvals' }])
  await approve(person)
  expect(await broken()).toEqual([])
  await write('Second')
  expect(await broken()).toEqual(['approvals'])
  await setRules({ approvals: 1 })
  expect((await person.http.post(at('/merge'))).body.result).toBe('merge')
})

test('mergeChangeRequest: not by the author alone, and not with open comments', async () => {
  await setRules({ approvalByOthers: true, resolvedComments: true })
  await approve(server.admin)
  const { body: comment } = await server.admin.http.post(at('/comments'), { body: { markdown: 'Why?' } })
  expect(await broken()).toEqual(['approvalByOthers', 'resolvedComments'])
  await approve(await reviewer())
  await server.admin.http.put(at(`/comments/${comment.id}`), { resolved: true })
  expect(await broken()).toEqual([])
})

test('mergeChangeRequest: who last asked for changes does not approve', async () => {
  await setRules({ approvals: 1 })
  const person = await reviewer()
  await approve(person)
  await person.http.post(at('/reviews'), { status: 'changes-requested' })
  expect(await broken()).toEqual(['approvals'])
})

test('mergeChangeRequest: past the rules only by those who manage the space', async () => {
  await setRules({ approvals: 1 })
  expect((await (await reviewer()).http.post(at('/merge?pastRules=true'))).status).toBe(403)
  expect((await server.admin.http.post(at('/merge?pastRules=true'))).body).toMatchObject({
    result: 'merge',
    rules: ['approvals'],
  })
  expect(await wentPast()).toEqual([true, undefined, undefined])
})

/** Whether each revision went past the rules, the latest first. */
const wentPast = async () =>
  (await server.admin.http.get(`/v1/spaces/${space.id}/revisions`)).body.items.map(
    ({ pastRules }: { pastRules?: boolean }) => pastRules,
  )

test('updateSpaceContent: main content of a space with rules is edited only by those who manage it', async () => {
  await setRules({ approvals: 1 })
  const changes = [{ operation: 'update_page', page: 'one', title: 'Live' }]
  const edited = async ({ http }: Pick<Person, 'http'>) =>
    (await http.post(`/v1/spaces/${space.id}/content`, { changes })).status
  expect(await edited(await reviewer())).toBe(403)
  expect(await edited(server.admin)).toBe(200)
  expect(await wentPast()).toEqual([true, undefined, undefined])
})

test('updateChangeRequestById: writes and removes the description', async () => {
  const patch = (description: string | null) => server.admin.http.patch(at(''), { description })
  expect((await patch('Why.')).body.description).toBe('Why.')
  expect((await patch(null)).body).not.toHaveProperty('description')
  expect((await patch('x'.repeat(5001))).status).toBe(400)
})
