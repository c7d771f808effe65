// A published site with the pages of a specification.
import { vi } from 'vitest'
import type { TestServer } from './server.ts'
import { newSite, type TestSite } from './sites.ts'

export interface ApiSite extends TestSite {
  /** Sets the content of a specification, and waits until it is processed. */
  put(slug: string, spec: object): Promise<void>
}

const reference = (spec: string, props: object) => ({
  operation: 'insert_page',
  title: 'Reference',
  type: 'computed',
  computed: { type: 'builtin:openapi', props, dependencies: { spec: { ref: { kind: 'openapi', spec } } } },
})

/** The pages of each specification, by operation, stand below those of the site. */
export async function newApiSite(
  server: TestServer,
  specs: Record<string, object>,
  props: object = {},
): Promise<ApiSite> {
  const site = await newSite(server, await server.found(), { title: 'Ferry' })
  const put = async (slug: string, spec: object) => {
    const at = `/v1/orgs/${site.organization}/openapi/${slug}`
    await site.admin.http.put(at, { source: { text: JSON.stringify(spec) } })
    await vi.waitUntil(async () => (await site.admin.http.get(at)).body.processingState === 'complete', {
      timeout: 60_000,
      interval: 50,
    })
  }
  for (const [slug, spec] of Object.entries(specs)) {
    await put(slug, spec)
    const changes = [reference(slug, { models: true, grouping: 'by-operation', ...props })]
    await site.admin.http.post(`/v1/spaces/${site.spaces[0]}/content`, { changes })
  }
  return { ...site, put }
}
