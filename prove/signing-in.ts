// People of a measured server, signed in to its console.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext } from 'playwright-core'

/** Creates a member who may edit, and signs them in. `data` is the folder of the server, or names its database. */
export async function signIn(
  browser: Browser,
  { url, data, name }: { url: string; data: string; name: string },
): Promise<BrowserContext> {
  const program = fileURLToPath(new URL('../bin/lectern.js', import.meta.url))
  const env = { ...process.env, LECTERN_DATA: data, LECTERN_URL: url }
  const lectern = (...command: string[]) => execFileSync(process.execPath, [program, ...command], { env }).toString()
  const email = `${name}@example.com`
  lectern('user', 'create', '--email', email, '--role', 'edit')
  const link = JSON.parse(lectern('user', 'link', '--email', email, '--json'))
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  await page.goto(link.url)
  await page.getByRole('button').click()
  await page.getByLabel('Password').fill('a password of a test')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(/\/app/)
  await page.close()
  return context
}
