// @only-sqlite
// The documentation that comes with Lectern: every page is listed, every link leads somewhere, the examples of the API
// work, and it is shown at /help.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import { describe, expect, test } from 'vitest'
import { createProgram } from '../src/cli.ts'
import { listAnchors } from '../src/engine/anchors.ts'
import { listReferences } from '../src/engine/links.ts'
import { findExcess } from '../src/engine/size.ts'
import { ACCESS_FOLDER } from '../src/help/access-pages.ts'
import { DOCS_FOLDER, type Library, readLibrary } from '../src/help/library.ts'
import { folderSource } from '../src/resources/git/index.ts'
import { startedServer } from './support/server.ts'

const server = startedServer()

/** The table of contents, and what is shown as a page for each of its parts. */
const NO_PAGES = ['SUMMARY.md', 'ACCESS.md']

const HOME = 'http://help.example.com/help/'

describe('docs/', () => {
  let library: Library
  const read = async () => {
    library ??= await readLibrary(HOME)
    return library
  }

  test('every page is in SUMMARY.md', async () => {
    const files = [...(await folderSource(DOCS_FOLDER)).files.keys()]
    const pages = files.filter((file) => file.endsWith('.md') && !NO_PAGES.includes(file))
    const shown = (await read()).pages.map(({ file }) => file)
    expect(shown.filter((file) => !file.startsWith(ACCESS_FOLDER)).sort()).toEqual(pages.sort())
  })

  test('who may call each operation is a page for each kind of object', async () => {
    const { pages } = await read()
    const access = pages.filter(({ file }) => file.startsWith(ACCESS_FOLDER))
    expect(access.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['Who may do what', 'For everybody', 'Organizations', 'Spaces', 'Sites']),
    )
    for (const { document, file } of access) expect(findExcess(document), file).toBeUndefined()
    const spaces = access.find(({ title }) => title === 'Spaces')!
    expect(JSON.stringify(spaces.document)).toContain('updateSpaceById')
  })

  test('every link and picture leads to something that is there', async () => {
    const { pages, target, file } = await read()
    const broken = pages.flatMap((page) =>
      listReferences(page.document).flatMap(({ ref }) => {
        if (ref.kind === 'url') return /^(https?:|mailto:)/.test(ref.url) ? [] : [`${page.file}: ${ref.url}`]
        if (ref.kind === 'file') return file(ref.file) ? [] : [`${page.file}: ${ref.file}`]
        if (ref.kind !== 'page' && ref.kind !== 'anchor') return [`${page.file}: ${JSON.stringify(ref)}`]
        const to = ref.page === undefined ? page : pages.find(({ id }) => id === ref.page)
        const isThere = ref.kind === 'page' ? target(ref) : to && hasAnchor(to.document, ref.anchor)
        return isThere ? [] : [`${page.file}: ${JSON.stringify(ref)}`]
      }),
    )
    expect(broken).toEqual([])
  })

  test('pages for readers have a description, and their pictures are used', async () => {
    const { pages } = await read()
    const papers = /^[A-Z-]+\.md$/
    const bare = pages.filter(({ file, description }) => !description && (!papers.test(file) || file === 'README.md'))
    expect(bare.map(({ file }) => file)).toEqual([])
    const pictures = [...(await folderSource(DOCS_FOLDER)).files.keys()].filter((file) => file.startsWith('pictures/'))
    const shown = await Promise.all(pictures.map(async (picture) => (await library.readFile(picture)) !== undefined))
    expect(pictures.filter((_, at) => !shown[at])).toEqual([])
  })

  test('every setting that is read is described', () => {
    const read = readFileSync(new URL('../src/config.ts', import.meta.url), 'utf8')
    const described = readFileSync(`${DOCS_FOLDER}running/settings.md`, 'utf8')
    const names = [...read.matchAll(/\bread\('([A-Z][A-Z0-9_]+)'/g)].map(([, name]) => name!)
    expect(names.length).toBeGreaterThan(20)
    expect(names.filter((name) => !described.includes(`\`${name}\``))).toEqual([])
  })

  test('every command exists, with its arguments and options', async () => {
    const texts = [...(await folderSource(DOCS_FOLDER)).files.keys()]
      .filter((file) => file.endsWith('.md'))
      .map((file) => readFileSync(`${DOCS_FOLDER}${file}`, 'utf8'))
      .concat(readFileSync(new URL('../README.md', import.meta.url), 'utf8'))
    const said = (pattern: RegExp) => texts.flatMap((text) => [...text.matchAll(pattern)].map(([, found]) => found!))
    const commands = said(/\bnpx lectern ([^`\n#]+)/g)
    expect(commands.length).toBeGreaterThan(20)
    expect(commands.flatMap((command) => faultOf(command) ?? [])).toEqual([])
    const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
    expect(said(/\bnpm run ([\w:-]+)/g).filter((name) => !(name in scripts))).toEqual([])
  })

  test('the README of the repository links to files that are there', () => {
    const root = new URL('../', import.meta.url)
    const text = readFileSync(new URL('README.md', root), 'utf8')
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link]) => link!)
    expect(links.length).toBeGreaterThan(3)
    expect(links.filter((link) => !existsSync(fileURLToPath(new URL(link, root))))).toEqual([])
  })
})

function hasAnchor(document: Library['pages'][number]['document'], anchor: string): boolean {
  return [...listAnchors(document).values()].includes(anchor)
}

/** Takes the names of commands from the words. */
function commandOf(command: Command, words: string[]): Command {
  const next = command.commands.find((each) => each.name() === words[0])
  if (!next) return command
  words.shift()
  return commandOf(next, words)
}

/** The text, if it is no command of `lectern`. */
function faultOf(text: string): string | undefined {
  const words = text.trim().split(/\s+/)
  const command = commandOf(createProgram(), words)
  const given: string[] = []
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    const option = command.options.find((each) => each.long === word)
    if (option?.required) words.shift()
    else if (!option) given.push(word)
  }
  const { registeredArguments: known } = command
  const isFine =
    command.commands.length === 0 &&
    given.every((word) => !word.startsWith('-')) &&
    given.length <= known.length &&
    given.length >= known.filter(({ required }) => required).length
  return isFine ? undefined : text
}

/** The blocks of shell in a page, as one script. */
function scriptOf(file: string): string {
  const text = readFileSync(`${DOCS_FOLDER}${file}`, 'utf8')
  return [...text.matchAll(/^```bash\n([\s\S]*?)^```$/gm)].map(([, code]) => code).join('\n')
}

const run = (script: string, env: Record<string, string>): Promise<{ code: number | null; out: string }> =>
  new Promise((resolve) => {
    const shell = spawn('bash', ['-euo', 'pipefail', '-c', script], { env: { ...process.env, ...env } })
    let out = ''
    for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (bytes) => (out += bytes))
    shell.on('close', (code) => resolve({ code, out }))
  })

describe('the examples of the API', () => {
  test('run in one shell, in order', async ({ skip }) => {
    const tools = await run('curl --help all | grep -q -- --json && jq --version', {})
    if (tools.code !== 0) skip('needs curl and jq')
    const env = { LECTERN: `${server.url}/v1`, LECTERN_TOKEN: server.admin.token }
    const { code, out } = await run(scriptOf('api/README.md'), env)
    expect({ code, out }).toMatchObject({ code: 0 })
    expect(out).toContain('{% hint style="info" %}')
    expect(out).toContain('# How we ship\n\nSmall steps, and no releases on Fridays.')
    expect(out).toContain('"How we ship"')
  })
})

describe('/help', () => {
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${server.url}${path}`, { redirect: 'manual', headers: { accept: 'text/html', ...headers } })
  const home = () => get('/help/').then((reply) => reply.text())

  test('shows the first page, its tree, and pages below, without an account', async () => {
    expect((await get('/help')).headers.get('location')).toBe(`${server.url}/help/`)
    expect(await home()).toContain(`<a href="${server.url}/help/writing">`)
    // Without code, which is drawn again when its colors are there.
    const page = await get('/help/concepts')
    expect(page.status).toBe(200)
    expect(page.headers.get('content-security-policy')).toContain(`script-src ${server.url}/help/~lectern/`)
    expect(await page.text()).toContain('aria-current="page"')
    expect((await get('/help/concepts', { 'if-none-match': page.headers.get('etag')! })).status).toBe(304)
    expect((await get('/help/concepts/')).status).toBe(308)
  })

  test('sends styles, pictures and Markdown', async () => {
    const text = await home()
    for (const pattern of [/href="([^"]+~lectern\/site-[^"]+\.css)"/, /src="([^"]+\/page\.webp)"/]) {
      const url = pattern.exec(text)![1]!
      expect((await fetch(url)).status).toBe(200)
    }
    const markdown = await get('/help/start.md')
    expect(markdown.headers.get('content-type')).toContain('text/markdown')
    expect(await markdown.text()).toContain('# Start')
  })

  test('searches titles first, and says what is not there', async () => {
    const found = await (await get('/help/~lectern/search?q=webhooks')).text()
    expect(/<ol class="found"><li><a href="([^"]+)"/.exec(found)?.[1]).toBe(`${server.url}/help/integrations/webhooks`)
    expect(await (await get('/help/~lectern/search?q=restore+backup&options')).text()).toContain('role="option"')
    const nothing = await get('/help/nothing/here')
    expect([nothing.status, nothing.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    for (const path of ['/help/~lectern/docs/..%2Fpackage.json', '/help/..%2fpackage.json', '/help/~lectern/branch'])
      expect((await get(path)).status).toBe(404)
  })
})
