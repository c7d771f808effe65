// A real browser for tests: the Chromium of the system, without a window. Where it has a build that has none at all, that
// one: it takes a sixth less processor time.
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

const PLACES = [
  process.env.CHROMIUM,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

const executablePath = PLACES.find((place) => place !== undefined && existsSync(place))

/** False where no Chromium can be found: tests in a browser are then skipped. */
export const hasChromium = executablePath !== undefined

if (!hasChromium) console.warn('Tests in a browser are skipped: install Chromium, or name it in CHROMIUM.')

const FLAGS = ['no-sandbox', 'disable-gpu', 'disable-quic', 'no-first-run', 'disable-background-networking']

/** How long a page may take to do something. It finds what hangs, not what is slow on a busy machine. */
const PATIENCE = 90_000

export async function launchChromium(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: executablePath!,
    args: FLAGS.map((flag) => `--${flag}`),
    timeout: PATIENCE,
  })
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await newContext(options)
    context.setDefaultTimeout(PATIENCE)
    return context
  }
  return browser
}

/** Chromium reports a transition between two pages that it gave up as an error of the page, which no page can catch. */
const isGivenUp = (message: string): boolean => /^Transition was (aborted|skipped)/.test(message)

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe-core finds wrong with a page, as one line each. The page needs a context with `bypassCSP`. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  await page.addScriptTag({ content: axe })
  return page.evaluate(async () => {
    const { violations } = await (
      globalThis as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } }
    ).axe.run()
    interface Violation {
      id: string
      nodes: { html: string }[]
    }
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
  })
}

/** Opens a URL; returns the page and everything the browser complained about meanwhile. */
export async function openPage(browser: Browser, url: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()))
  page.on('pageerror', ({ message }) => isGivenUp(message) || complaints.push(message))
  page.on('requestfailed', (request) => complaints.push(`${request.url()} ${request.failure()?.errorText}`))
  await page.goto(url, { waitUntil: 'load' })
  return { page, complaints, close: () => context.close() }
}

/**
 * Gives the page a device that has passkeys and says yes to everything. Returns a function that makes its user leave,
 * so that requests wait, or come back.
 */
export async function addAuthenticator(page: Page): Promise<(isPresent: boolean) => Promise<void>> {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return async (enabled) =>
    void (await client.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }))
}
