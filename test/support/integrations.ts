// Publishes and installs minimal integrations for tests.
import type { Person } from './server.ts'

/** A dark pixel. */
export const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

export const publication = (organization: string, more: object = {}) => ({
  organization,
  title: 'Weather',
  description: 'Shows the weather',
  scopes: [] as string[],
  script: 'export default { fetch: () => new Response() }',
  ...more,
})

let count = 0
export const newName = (): string => `weather-${process.pid}-${++count}`

/** Publishes an integration under a new name and returns the name. */
export async function publish({ http }: Person, organization: string, more: object = {}): Promise<string> {
  const name = newName()
  const { status, text } = await http.post(`/v1/integrations/${name}`, publication(organization, more))
  if (status !== 200) throw new Error(`Publishing answered ${status}: ${text}`)
  return name
}

/** Installs an integration and returns the id of the installation. */
export async function install({ http }: Person, organization: string, name: string): Promise<string> {
  const { status, body, text } = await http.post(`/v1/integrations/${name}/installations`, { organization })
  if (status !== 201) throw new Error(`Installing answered ${status}: ${text}`)
  return body.id
}
