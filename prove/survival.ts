// Sends deeply nested input to a server in a separate process: each text twice, because the second time may run
// optimized code. Every request must be answered, and the process must survive.
import { ADMIN_TOKEN, scratchFolder, startLectern } from '../bench/servers.ts'
import { DEEP, deepValues, document } from '../test/support/deep.ts'
import { at, bodyOf, isWrite, operations } from '../test/support/operations.ts'
import { minimal, type Schema, toSchema } from '../test/support/samples.ts'
import { persistentClient } from './client.ts'
import { prepareSpace } from './writers.ts'

export interface SurvivalResult {
  requests: number
  faults: string[]
}

interface Attack {
  method: string
  path: string
  /** As JSON. */
  body: string
}

/** Depths around the limits and far beyond. */
const LEVELS = [20, 90, 400, 10_000, 1200]

/** `levels`: the number of depths to try. */
export async function proveSurvival(levels = LEVELS.length): Promise<SurvivalResult> {
  const folder = await scratchFolder()
  const server = await startLectern(folder.path)
  try {
    const client = persistentClient(() => server.url, new Map())
    const { space, moveTargets } = await prepareSpace(client)
    const [organization] = await client.list('/orgs')
    const ids = { organizationId: organization.id, spaceId: space, pageId: moveTargets[0]! }
    const attacks = [...textAttacks(ids, LEVELS.slice(-levels)), ...fieldAttacks(ids)]
    const faults = await sendAll(server.url, attacks)
    const isAlive = await fetch(`${server.url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    return { requests: 2 * attacks.length, faults: isAlive ? faults : [...faults, 'The process has ended.'] }
  } finally {
    await server.kill()
    await folder.remove()
  }
}

async function sendAll(url: string, attacks: readonly Attack[]): Promise<string[]> {
  const faults: string[] = []
  for (const attack of attacks)
    for (const _time of ['first', 'second']) {
      const status = await send(url, attack)
      if (status === undefined || status >= 500)
        faults.push(`${attack.method} ${attack.path} with ${attack.body.slice(0, 120)} got status ${status}.`)
      if (status === undefined) return faults
    }
  return faults
}

const send = (url: string, { method, path, body }: Attack): Promise<number | undefined> =>
  fetch(url + path, {
    method,
    body,
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
  }).then(
    ({ status, body: answer }) => answer?.cancel().then(() => status) ?? status,
    () => undefined,
  )

type Ids = Record<string, string>

/** Every language at every depth, wherever text is parsed. */
function textAttacks({ spaceId, pageId, organizationId }: Ids, levels: readonly number[]): Attack[] {
  const post = (path: string, body: unknown): Attack => ({
    method: 'POST',
    path: `/v1${path}`,
    body: JSON.stringify(body),
  })
  const content = (change: object) => post(`/spaces/${spaceId}/content`, { changes: [change] })
  const parsed = (text: string) => [
    post(`/spaces/${spaceId}/comments`, { body: { markdown: text } }),
    content({ operation: 'insert_page', title: 'Deep', document: { markdown: text } }),
    content({ operation: 'update_page', page: pageId, document: conditional(text) }),
    post(`/orgs/${organizationId}/openapi`, { slug: 'deep', source: { text } }),
  ]
  const texts = levels.flatMap((depth) => Object.values(DEEP).map((deep) => deep(depth)))
  const documents = levels.map((depth) => document(Math.min(depth, 440)))
  return [
    ...texts.flatMap(parsed),
    ...documents.map((each) => content({ operation: 'insert_page', title: 'Deep', document: { document: each } })),
  ]
}

/** A document with this condition. */
const conditional = (expression: string) => ({
  document: {
    object: 'document',
    data: {},
    nodes: [{ object: 'block', type: 'if', data: { expression }, nodes: [] }],
  },
})

/** Every field of every body: nested text for text, nested lists for the rest. */
function fieldAttacks(ids: Ids): Attack[] {
  const texts = Object.values(DEEP).map((deep) => deep(1200))
  const values = deepValues(440)
  let count = 0
  return operations.filter(isWrite).flatMap((line) => {
    const shape = bodyOf(line)
    const { properties = {} } = shape ? toSchema(shape) : {}
    return Object.entries(properties).map(([name, schema]): Attack => {
      count++
      const value = isText(schema) ? texts[count % texts.length] : values[count % values.length]
      const body = { ...(minimal(toSchema(shape!)) as object), [name]: value }
      return { method: line.method, path: at(line.path, ids), body: JSON.stringify(body) }
    })
  })
}

const isText = ({ type, anyOf = [] }: Schema): boolean =>
  [type].flat().includes('string') || anyOf.some(({ type: other }) => other === 'string')
