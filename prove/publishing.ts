// Publishes a space.
import type { Client } from './client.ts'
import type { WriterSpace } from './writers.ts'

export interface Published {
  organization: string
  /** The path of the site in the API. */
  path: string
  address: string
}

export async function publish(client: Client, { space }: WriterSpace): Promise<Published> {
  const [{ id: organization }] = await client.list('/orgs')
  const site = await client.post(`/orgs/${organization}/sites`, {
    title: 'Docs',
    visibility: 'public',
    spaces: [space],
  })
  const path = `/orgs/${organization}/sites/${site.id}`
  const { urls } = await client.post(`${path}/publish`)
  return { organization, path, address: urls.published }
}
