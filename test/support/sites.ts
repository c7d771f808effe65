// Helpers for tests to publish and visit sites.
import { SignJWT } from 'jose'
import { findSite } from '../../src/domain/site-addresses/hostnames.ts'
import { vouch, writeProof } from '../../src/domain/site-addresses/vouchers.ts'
import { createSpace, type Scene } from './content.ts'
import { documentOf, edit } from './edits.ts'
import { type Http, httpAs } from './http.ts'
import type { TestServer } from './server.ts'

export interface TestSite extends Scene {
  id: string
  /** The API path of the site. */
  path: string
  /** The name of the organization in addresses. */
  hostname: string
  /** The published URL. */
  url: string
  spaces: string[]
  /** In the order of the spaces. */
  siteSpaces: string[]
}

interface Wanted {
  title?: string
  visibility?: string
  /** The titles of its spaces; each has the pages `Welcome` and `Guide`. */
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
  const { hostname } = (await http.get(`/v1/orgs/${scene.organization}`)).body
  const { urls } = published ? (await http.post(`${path}/publish`)).body : { urls: {} }
  const { items } = (await http.get(`${path}/site-spaces`)).body
  const siteSpaces = items.map((siteSpace: { id: string }) => siteSpace.id)
  const url = urls.published ?? `${server.url}/${hostname}/${basename}/`
  return { ...scene, hostname, id, path, url, spaces, siteSpaces }
}

/** Creates a space with two pages. */
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

/** Verifies hosts, as the operator of the server does. */
export const vouchFor = (server: TestServer, { id }: { id: string }, ...hosts: string[]): Promise<void> =>
  writeProof(server.database, async (db) => {
    for (const host of hosts) await vouch(db, (await findSite(db, id))!, host)
  })

/** Resolves a published URL, the first request of a renderer. */
export const resolve = (server: TestServer, url: string, visitor: object = {}, redirectOnError = false) =>
  httpAs(server.url).post('/v1/urls/published', { url, visitor, redirectOnError })

/** Returns HTTP with the token of a visitor of this URL. */
export async function visit(server: TestServer, url: string, visitor: object = {}): Promise<Http> {
  const { body, status } = await resolve(server, url, visitor)
  if (status !== 200 || !body.apiToken) throw new Error(`${url} leads to ${status} ${JSON.stringify(body)}`)
  return httpAs(server.url, body.apiToken)
}

/** Signs a visitor token, as the backend of a site does. */
export async function signIn(site: TestSite, claims: object = {}, expiresIn = 3600, key?: string): Promise<string> {
  const { privateKey } = (await site.admin.http.get(`${site.path}/publishing/auth`)).body
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .setExpirationTime(Math.floor(Date.now() / 1000) + expiresIn)
    .sign(new TextEncoder().encode(key ?? privateKey))
}

/** Enables adaptive content for claims of these types. */
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
