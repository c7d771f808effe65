// What visitors of a published site are told, and its pages.
import { newConditionalSite } from '../../test/support/conditional-site.ts'
import { edit } from '../../test/support/edits.ts'
import { everyBlock } from '../../test/support/every-block.ts'
import { isPublic, type OperationEntry, urlOf } from '../../test/support/operations.ts'
import type { TestServer } from '../../test/support/server.ts'
import { visit } from '../../test/support/sites.ts'
import { smallestBody } from '../../test/support/world.ts'
import { credentialsOf } from './callers.ts'
import { jsonOf } from './inputs.ts'
import type { Known } from './mask.ts'
import type { Recorder } from './recorder.ts'
import { settled } from './worlds.ts'

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

/** Below the address of a site. */
const OF_SITE = `
  welcome guide everything open adaptive zzpageslug no-such-page extra extra/common old-0 %zz ?ask=x
  welcome.md everything.md llms.txt llms-full.txt sitemap.xml robots.txt rss.xml ~ahead.json
  ~lectern/search?q=common ~lectern/mcp ~lectern/nothing`.split(/\s+/)

export async function recordVisitors(recorder: Recorder, server: TestServer, lines: OperationEntry[]): Promise<void> {
  const site = await newConditionalSite(server, true)
  const page = { operation: 'insert_page' as const, id: 'everything', title: 'Everything', document: everyBlock() }
  await edit(server, { space: site.spaces[0]! }, [page])
  await settled(server)
  const known: Known = Object.fromEntries(site.aliases.map(([value, name]) => [name, value]))
  const ids = Object.fromEntries(Object.entries(site.named).map(([name, values]) => [name, values[0]!]))
  const staff = { unsignedClaims: { staff: true } }
  for (const [who, visitor] of [
    ['visitor', {}],
    ['visitor of staff', staff],
  ] as const) {
    const credentials = await credentialsOf(await visit(server, site.url, visitor))
    for (const line of lines.filter((each) => !isPublic(each))) {
      const { headers, body } = jsonOf(smallestBody(line))
      const request = { method: line.method, path: urlOf(line, ids), headers: { ...headers, ...credentials }, body }
      await recorder.call(`${who} ${line.id}`, request, { known })
      if (line.verb === 'get') await recorder.call(`${who} ${line.id}, again`, request, { known })
    }
  }
  await recordSite(recorder, site.url, known)
}

async function recordSite(recorder: Recorder, url: string, known: Known): Promise<void> {
  // The first page of a site loads what sites need.
  await fetch(url)
  const base = new URL(url).pathname
  for (const place of OF_SITE) {
    const name = `visitor at /${place}`
    const ask = (what: string, method: string, headers: Record<string, string>) =>
      recorder.call(`${name}${what}`, { method, path: base + place, headers }, { known })
    const { headers } = await ask('', 'GET', BROWSER)
    await ask(', again', 'GET', BROWSER)
    await ask(', HEAD', 'HEAD', BROWSER)
    await ask(', markdown', 'GET', { accept: 'text/markdown' })
    await ask(', anything', 'GET', {})
    await ask(', POST', 'POST', {})
    if (headers.etag) await ask(', known etag', 'GET', { ...BROWSER, 'if-none-match': String(headers.etag) })
  }
}
