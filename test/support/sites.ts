// Quick ways for tests to publish sites and to visit them.
import { SignJWT } from 'jose'
import { createSpace, type Scene } from './content.ts'
import { documentOf, edit } from './edits.ts'
import { type Http, httpAs } from './http.ts'
import type { TestServer } from './server.ts'

export interface TestSite extends Scene {
  id: string
  /** The site in the API. */
  path: string
  /** Where it is published. */
  url: string
  spaces: string[]
  /** By the order of the spaces. */
  siteSpaces: string[]
}

interface Wanted {
  title?: string
  visibility?: string
  /** The titles of its spaces; each gets a page `Welcome` and a page `Guide`. */
  spaces?: string[]
  published?: boolean
}

export async function newSite(server: TestServer, scene: Scene, wanted: Wanted = {}): Promise<TestSite> {
  const { title = 'Docs', visibility = 'public', spaces: titles = ['Handbook'], published = true } = wanted
  const spaces: string[] = []
  for (const each of titles) spaces.push(await newBook(server, scene, each))
  const { http } = scene.admin
  const { id, basename } = (await http.post(`/v1/orgs/${scene.organization}/sites`, { title, visibility, spaces })).body
  const path = `/v1/orgs/${scene.organization}/sites/${id}`
  if (published) await http.post(`${path}/publish`)
  const { items } = (await http.get(`${path}/site-spaces`)).body
  const siteSpaces = items.map((siteSpace: { id: string }) => siteSpace.id)
  return { ...scene, id, path, url: `${server.url}/${scene.organization}/${basename}/`, spaces, siteSpaces }
}

/** A space with two pages. */
export async function newBook(server: TestServer, scene: Scene, title: string): Promise<string> {
  const { id } = await createSpace(scene, { title })
  const page = (name: string) => ({
    operation: 'insert_page' as const,
    id: `${name.toLowerCase()}-${id}`,
    title: name,
    document: documentOf(`The ${name.toLowerCase()} of ${title}.\n\n## Details\n\nMore about ${title}.`),
  })
  await edit(server, { space: id }, [page('Welcome'), page('Guide')])
  return id
}

/** What a renderer asks first. */
export const resolve = (server: TestServer, url: string, visitor: object = {}, redirectOnError = false) =>
  httpAs(server.url).post('/v1/urls/published', { url, visitor, redirectOnError })

/** HTTP with the token that a visitor of this address gets. */
export async function visit(server: TestServer, url: string, visitor: object = {}): Promise<Http> {
  const { body, status } = await resolve(server, url, visitor)
  if (status !== 200 || !body.apiToken) throw new Error(`${url} leads to ${status} ${JSON.stringify(body)}`)
  return httpAs(server.url, body.apiToken)
}

/** A token as the backend of a site signs it for a visitor. */
export async function signIn(site: TestSite, claims: object = {}, expiresIn = 3600, key?: string): Promise<string> {
  const { privateKey } = (await site.admin.http.get(`${site.path}/publishing/auth`)).body
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .setExpirationTime(Math.floor(Date.now() / 1000) + expiresIn)
    .sign(new TextEncoder().encode(key ?? privateKey))
}

/** Lets the site adapt, to claims of these types. */
export async function adapt(site: TestSite, signed: Record<string, object>, unsigned: Record<string, object> = {}) {
  const described = (claims: Record<string, object>) =>
    Object.fromEntries(Object.entries(claims).map(([name, claim]) => [name, { description: name, ...claim }]))
  const own = {
    type: 'object',
    description: 'Unsigned claims of the site visitor.',
    properties: described(unsigned),
    additionalProperties: false,
  }
  const jsonSchema = {
    type: 'object',
    properties: { ...described(signed), unsigned: own },
    additionalProperties: false,
  }
  await site.admin.http.put(`${site.path}/adaptive-schema`, { jsonSchema })
  await site.admin.http.patch(site.path, { adaptiveContent: { enabled: true } })
}
