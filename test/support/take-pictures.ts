// `npm run docs:pictures`: takes the pictures of the documentation from the real console and a real site.
import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { readConfig } from '../../src/config.ts'
import { DOCS_FOLDER } from '../../src/help/library.ts'
import { makeSmaller } from '../../src/pictures/tasks.ts'
import { startServer } from '../../src/serve.ts'
import { launchChromium } from './chromium.ts'
import { openConsole } from './console.ts'
import { freePort } from './free-port.ts'

const VIEW = { width: 1280, height: 760 }
const WIDTH = 1280

const PAGES: [title: string, icon: string, markdown: string][] = [
  [
    'Welcome aboard',
    'ship',
    'Ferries run between the three islands every day of the year.\n\n{% hint style="info" %}\nThe winter timetable starts on 1 November.\n{% endhint %}\n\n## Before you travel\n\n* [ ] Buy a ticket at the quay or in the app\n* [ ] Be there ten minutes before departure\n\n## Where to go\n\n| Island | Crossing | Departures a day |\n| --- | --- | --- |\n| North | 25 minutes | 12 |\n| West | 40 minutes | 8 |\n| Outer | 90 minutes | 2 |\n',
  ],
  [
    'Tickets',
    'ticket',
    'A ticket is valid for one crossing on the day you bought it.\n\n## Prices\n\nChildren travel for half the price.\n',
  ],
  ['Timetable', 'clock', 'Departures are listed by island.\n'],
  ['Bicycles and cars', 'bicycle', 'Bicycles travel free of charge.\n'],
]

async function takePictures(): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'lectern-pictures-'))
  const port = String(await freePort())
  const server = await startServer(readConfig({ PORT: port, LECTERN_DATA: data, LOG_LEVEL: 'silent' }))
  const browser = await launchChromium()
  try {
    const call = async (method: string, path: string, body?: object) => {
      const headers = { authorization: `Bearer ${server.greeting.token}`, 'content-type': 'application/json' }
      const reply = await fetch(`${server.url}/v1${path}`, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      })
      if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
      return reply.status === 204 ? {} : reply.json()
    }
    await mkdir(join(DOCS_FOLDER, 'pictures'), { recursive: true })
    const { items } = await call('GET', '/orgs')
    const organization = items[0].id
    await call('PATCH', `/orgs/${organization}`, { title: 'Island ferries' })
    const space = (await call('POST', `/orgs/${organization}/spaces`, { title: 'Ferry guide' })).id
    const written = await call('POST', `/spaces/${space}/content`, {
      changes: PAGES.map(([title, icon, markdown]) => ({
        operation: 'insert_page',
        title,
        icon,
        document: { markdown },
      })),
    })
    const pages: string[] = written.changes.map(({ page }: { page: { id: string } }) => page.id)
    const site = await call('POST', `/orgs/${organization}/sites`, { title: 'Ferry guide', spaces: [space] })
    const { urls } = await call('POST', `/orgs/${organization}/sites/${site.id}/publish`)
    const request = await call('POST', `/spaces/${space}/change-requests`, { subject: 'Tickets for families' })
    await call('POST', `/spaces/${space}/change-requests/${request.id}/content`, {
      changes: [
        {
          operation: 'update_page',
          page: pages[1],
          document: {
            markdown:
              'A ticket is valid for one crossing, or for a whole day.\n\n## Prices\n\nChildren travel for half the price. Families of four pay for three.\n',
          },
        },
      ],
    })
    await call('PATCH', `/spaces/${space}/change-requests/${request.id}`, { status: 'open' })
    const { id } = await call('GET', '/user')
    const { page, open } = await openConsole(server, browser, { id }, { viewport: VIEW, deviceScaleFactor: 2 })
    await open(`/spaces/${space}/pages/${pages[0]}`)
    await page.getByRole('heading', { name: 'Where to go' }).waitFor()
    await take(page, 'page')
    await open(`/spaces/${space}/change-requests/${request.id}/changes`)
    await page.getByText('Families of four').first().waitFor()
    await take(page, 'review')
    await open(`/spaces/${space}/pages/${pages[2]}`)
    const text = page.getByRole('textbox', { name: 'Page content' })
    await text.click()
    await page.keyboard.press('Control+End')
    await page.keyboard.press('Enter')
    await page.keyboard.type('/')
    await page.getByRole('listbox', { name: 'Blocks' }).waitFor()
    await take(page, 'editor')
    await page.goto(urls.published)
    await page.waitForLoadState('networkidle')
    // Fonts that come late are not shown before the next page.
    await page.reload()
    await take(page, 'site')
  } finally {
    await browser.close()
    await server.stop()
    rmSync(data, { recursive: true, force: true })
  }
}

/** Fonts and pictures have arrived, and what appears has appeared. */
async function take(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(1500)
  await page.evaluate(() => document.fonts.ready)
  const { bytes } = await makeSmaller(await page.screenshot(), 'image/png', WIDTH)
  await writeFile(join(DOCS_FOLDER, 'pictures', `${name}.webp`), bytes)
  process.stdout.write(`${name}.webp: ${Math.round(bytes.length / 1024)} KB\n`)
}

await takePictures()
