// The tree finds what the framework's router would: it is compared with the framework itself.
import fc from 'fast-check'
import fastify, { type FastifyInstance } from 'fastify'
import { describe, expect, test } from 'vitest'
import { RouteTree } from './route-tree.ts'

const MAX_PARAM_LENGTH = 20

const PATHS = [
  '/v1/',
  '/v1/orgs',
  '/v1/orgs/:org',
  '/v1/orgs/:org/sites/:site',
  '/v1/orgs/:org/sites/first',
  '/v1/orgs/:name/sites/:site/pages/:page/edit',
  '/v1/orgs/mine/sites',
  '/v1/spaces/:space/path/:path*',
  '/v1/spaces/:space/path/known',
  '/v1/spaces/:space/:kind',
]
const METHODS = [['GET', 'HEAD'], ['POST']] as const

const routes = PATHS.flatMap((path, at) =>
  (at % 3 === 1 ? METHODS : [METHODS[at % 2]!]).map((methods) => ({ methods, path })),
)

const tree = new RouteTree<string>(MAX_PARAM_LENGTH)
for (const { methods, path } of routes) tree.add(methods, path, `${methods[0]} ${path}`)

function framework(): FastifyInstance {
  const http = fastify({ routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAM_LENGTH } })
  for (const { methods, path } of routes)
    http.route({
      method: [...methods],
      url: path.replace(/:\w+\*$/, '*'),
      handler: async ({ params }, reply) =>
        reply.header('found', encodeURIComponent(JSON.stringify([`${methods[0]} ${path}`, params]))).send(),
    })
  return http
}

const segment = fc.oneof(
  fc.constantFrom('orgs', 'mine', 'sites', 'first', 'pages', 'edit', 'spaces', 'path', 'known', 'o%72gs', ''),
  fc.string({ maxLength: 3 }).map(encodeURIComponent),
  fc.string({ unit: fc.constantFrom('%25', '%2F', '%3A', '%2e', 'ä', ':', '+', ';', '~'), maxLength: 4 }),
  fc.constant('x'.repeat(MAX_PARAM_LENGTH + 1)),
)
const likely = fc
  .tuple(fc.constantFrom(...PATHS), fc.array(segment, { minLength: 4, maxLength: 4 }))
  .map(([path, values]) => path.replaceAll(/:\w+\*?/g, () => values.shift()!))
const url = fc
  .tuple(
    fc.oneof(
      likely,
      fc.array(segment, { maxLength: 7 }).map((list) => `/v1/${list.join('/')}`),
    ),
    fc.constantFrom('', '/', '?a=b/c', '#d'),
  )
  .map((parts) => parts.join(''))

describe('RouteTree', () => {
  test('finds what the router of the framework finds', async () => {
    const http = framework()
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('GET', 'HEAD', 'POST', 'PUT'), url, async (method, url) => {
        const reply = await http.inject({ method: method as 'GET', url })
        const asked = new URL(url, 'http://localhost')
        const found = reply.headers.found as string | undefined
        const match = tree.find(method, asked.pathname + asked.search)
        expect(match && [match.value, match.params]).toEqual(found && withRest(JSON.parse(decodeURIComponent(found))))
      }),
      { numRuns: 500 },
    )
    await http.close()
  })

  test('takes whole addresses, as proxies get them', () => {
    expect(tree.find('GET', 'http://host:80/v1/orgs/a?b')).toEqual({ value: 'GET /v1/orgs/:org', params: { org: 'a' } })
  })

  test('finds nothing where the address cannot be decoded', () => {
    expect(tree.find('GET', '/v1/orgs/%ff')).toBeUndefined()
  })

  test('knows the methods of a path', () => {
    expect(tree.methodsAt('/v1/orgs/x/').sort()).toEqual(['GET', 'HEAD'])
    expect(tree.methodsAt('/v1/orgs').sort()).toEqual(['GET', 'HEAD', 'POST'])
    expect(tree.methodsAt('/v1/none')).toEqual([])
  })
})

/** The framework calls the rest `*`. */
function withRest([path, { '*': rest, ...params }]: [string, Record<string, string>]) {
  const name = /:(\w+)\*$/.exec(path)?.[1]
  return [path, name === undefined ? params : { ...params, [name]: rest }]
}
