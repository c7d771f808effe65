// The order of spaces and collections in a parent, compared with a model of spliced lists.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createCollection, createSpace, list, type Scene } from '../../../test/support/content.ts'
import { startedServer } from '../../../test/support/server.ts'

const server = startedServer()

interface Node {
  kind: 'space' | 'collection'
  id: string
}

const ROOT = ''

/** The children of each parent, in order. */
class Model {
  readonly children = new Map<string, Node[]>([[ROOT, []]])

  add(node: Node, parent: string): void {
    this.children.get(parent)!.push(node)
    if (node.kind === 'collection') this.children.set(node.id, [])
  }

  get nodes(): Node[] {
    return [...this.children.values()].flat()
  }

  parentOf(node: Node): string {
    return [...this.children].find(([, nodes]) => nodes.includes(node))![0]
  }

  isInside(parent: string, node: Node): boolean {
    if (parent === ROOT) return false
    const collection = this.nodes.find(({ id }) => id === parent)!
    return collection === node || this.isInside(this.parentOf(collection), node)
  }

  move(node: Node, parent: string, at: number): void {
    const from = this.children.get(this.parentOf(node))!
    from.splice(from.indexOf(node), 1)
    this.children.get(parent)!.splice(at, 0, node)
  }

  remove(collection: Node): void {
    const siblings = this.children.get(this.parentOf(collection))!
    siblings.splice(siblings.indexOf(collection), 1, ...this.children.get(collection.id)!)
    this.children.delete(collection.id)
  }

  /** The order in lists, which show one kind each. */
  listed(kind: Node['kind']): Record<string, string[]> {
    const groups = [...this.children].map(([parent, nodes]) => [
      parent,
      nodes.filter((node) => node.kind === kind).map(({ id }) => id),
    ])
    return Object.fromEntries(groups.filter(([, ids]) => ids!.length > 0))
  }
}

const step = fc.record({
  what: fc.constantFrom('move', 'move', 'move', 'move', 'delete'),
  node: fc.nat(),
  parent: fc.nat(),
  beside: fc.option(fc.record({ side: fc.constantFrom('before', 'after'), sibling: fc.nat() })),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const pick = <T>(items: readonly T[], at: number): T => items[at % items.length]!

async function take({ admin }: Scene, model: Model, { what, node: which, parent: where, beside }: Step): Promise<void> {
  const node = pick(model.nodes, which)
  if (what === 'delete' && node.kind === 'collection') {
    expect((await admin.http.delete(`/v1/collections/${node.id}`)).status).toBe(204)
    return model.remove(node)
  }
  const parent = pick([...model.children.keys()], where)
  const others = model.children.get(parent)!.filter((other) => other !== node)
  const sibling = beside && others.length > 0 ? pick(others, beside.sibling) : undefined
  const position = sibling ? { [beside!.side]: { type: sibling.kind, [sibling.kind]: sibling.id } } : undefined
  const { status } = await admin.http.post(`/v1/${node.kind}s/${node.id}/move`, { parent: parent || null, position })
  const refused = model.isInside(parent, node)
  expect(status).toBe(refused ? 400 : 200)
  if (refused) return
  const at = sibling ? others.indexOf(sibling) + (beside!.side === 'after' ? 1 : 0) : others.length
  model.move(node, parent, at)
}

async function listed(scene: Scene, kind: Node['kind']): Promise<Record<string, string[]>> {
  const groups: Record<string, string[]> = {}
  for (const { id, parent = ROOT } of await list(scene, `${kind}s`)) groups[parent] = [...(groups[parent] ?? []), id]
  return groups
}

async function fill(scene: Scene): Promise<Model> {
  const model = new Model()
  const add = (kind: Node['kind'], { id }: { id: string }, parent = ROOT) => model.add({ kind, id }, parent)
  for (let n = 0; n < 3; n++) {
    const collection = await createCollection(scene)
    add('collection', collection)
    add('space', await createSpace(scene))
    add('space', await createSpace(scene, { parent: collection.id }), collection.id)
  }
  return model
}

describe('order', () => {
  test('moveSpace, moveCollection, deleteCollectionById: lists reflect the moves', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 25 }), async (steps) => {
        const scene = await server.found()
        const model = await fill(scene)
        for (const next of steps) await take(scene, model, next)
        expect(await listed(scene, 'space')).toEqual(model.listed('space'))
        expect(await listed(scene, 'collection')).toEqual(model.listed('collection'))
      }),
      { numRuns: 8 },
    )
  }, 180_000)

  test('moveSpace, moveCollection, deleteCollectionById, createSpace: concurrent operations lose nothing', async () => {
    const scene = await server.found()
    const [a, b] = [await createCollection(scene), await createCollection(scene)]
    const inside = await Promise.all([1, 2, 3, 4].map(() => createSpace(scene, { parent: a.id })))
    const http = scene.admin.http
    const answers = await Promise.all([
      ...inside.map(({ id }) => http.post(`/v1/spaces/${id}/move`, { parent: b.id })),
      http.delete(`/v1/collections/${a.id}`),
      http.post(`/v1/collections/${b.id}/move`, { parent: a.id }),
      ...[1, 2, 3].map(() => http.post(`/v1/orgs/${scene.organization}/spaces`, { parent: a.id })),
    ])
    const created = answers.slice(-3).filter(({ status }) => status === 201)
    expect(answers.map(({ status }) => status).filter((status) => status >= 400 && status !== 404)).toEqual([])
    const spaces = await list(scene, 'spaces')
    const expected = [...inside, ...created.map(({ body }) => body)].map(({ id }) => id)
    expect(spaces.map(({ id }) => id).sort()).toEqual(expected.sort())
    expect((await list(scene, 'collections')).map(({ id }) => id)).toEqual([b.id])
  })
})
