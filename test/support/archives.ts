// Exports of sites, unpacked.
import { unzipSync } from 'fflate'
import type { TestServer } from './server.ts'
import type { TestSite } from './sites.ts'

export type Archive = Map<string, Buffer>

/** The files of an export by name. */
export async function exportOf(server: TestServer, { admin, path }: TestSite, query = ''): Promise<Archive> {
  const { body, status } = await admin.http.get(`${path}/export${query}`)
  if (status !== 200) throw new Error(`The export is refused: ${status} ${JSON.stringify(body)}`)
  const response = await fetch(body.url.replace(/^https?:\/\/[^/]+/, server.url))
  if (response.status !== 200) throw new Error(`The archive is refused: ${response.status} ${await response.text()}`)
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  return new Map(Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes)]))
}

/** Links of HTML files to other files, as names in the archive. */
export function localLinks(name: string, html: string): string[] {
  const found = [
    ...html.replaceAll(/<script>.*?<\/script>/gs, '').matchAll(/ (?:href|src)="([^"]*)"|url\("([^"]*)"\)/g),
  ].map(([, one, other]) => one ?? other!)
  return found
    .filter((link) => !/^(?:[a-z]+:|#)/i.test(link))
    .map((link) => decodeURIComponent(new URL(link.replaceAll('&amp;', '&'), `http://x/${name}`).pathname.slice(1)))
}
