// The console in a real browser, with somebody signed in.
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import type { Person, TestServer } from './server.ts'
import { sessionOf } from './session.ts'

export interface Console {
  page: Page
  context: BrowserContext
  /** Everything the browser complained about. */
  complaints: string[]
  /** Opens a place below `/app`, and waits until it is drawn. */
  open(path: string): Promise<void>
}

export async function openConsole(
  server: Pick<TestServer, 'database' | 'url'>,
  browser: Browser,
  person: Pick<Person, 'id'>,
  options: BrowserContextOptions = {},
): Promise<Console> {
  const context = await browser.newContext(options)
  await context.addCookies([{ name: 'lectern_session', value: await sessionOf(server, person), url: server.url }])
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(`${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  const open = async (path: string) => {
    await page.goto(`${server.url}/app${path}`)
    await page.getByRole('main').waitFor()
  }
  return { page, context, complaints, open }
}
