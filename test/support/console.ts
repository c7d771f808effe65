// The console in a real browser, with somebody signed in.
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { findUser } from '../../src/domain/people/index.ts'
import { beginSession, verifyAddress } from '../../src/domain/sessions/index.ts'
import type { Person, TestServer } from './server.ts'

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
  { id }: Pick<Person, 'id'>,
  options: BrowserContextOptions = {},
): Promise<Console> {
  const begun = await server.database.write(async (db) => {
    const user = await verifyAddress(db, (await findUser(db, id))!)
    return beginSession(db, user, 'password', { userAgent: undefined, address: '127.0.0.1', secret: undefined })
  })
  const context = await browser.newContext(options)
  await context.addCookies([{ name: 'lectern_session', value: begun!.secret, url: server.url }])
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  const open = async (path: string) => {
    await page.goto(`${server.url}/app${path}`)
    await page.getByRole('main').waitFor()
  }
  return { page, context, complaints, open }
}
