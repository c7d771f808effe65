// @proof
// CONTRIBUTING.md says how to add an operation. This does what it says in a copy of the sources, and nothing more.
import { spawn } from 'node:child_process'
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createScratchFolder } from '../src/lib/scratch.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const COPIED = ['src', 'test', 'docs', 'assets', 'package.json', 'tsconfig.json', 'vitest.config.ts']

const ROUTE = `
  getSpaceTitle: {
    get: '/spaces/:spaceId/title',
    can: 'space.view',
    reply: Type.Object({ title: Type.String() }),
    summary: 'Get the title of a space',
  },
`
const FUNCTION = `
  getSpaceTitle: ({ space }) => ({ title: space.title }),
`
const SCENARIO = `
test('getSpaceTitle: is the title of the space', async () => {
  const space = await createSpace(server, { title: 'Handbook' })
  expect((await server.admin.http.get(\`/v1/spaces/\${space.id}/title\`)).body).toEqual({ title: 'Handbook' })
})
`

/** Inserts text directly after the first place where the anchor occurs. */
function insertAfter(file: string, anchor: string, text: string): void {
  const content = readFileSync(file, 'utf8')
  expect(content).toContain(anchor)
  writeFileSync(
    file,
    content.replace(anchor, (found) => found + text),
  )
}

function run(folder: string, args: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [join(ROOT, 'node_modules/vitest/vitest.mjs'), ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NO_COLOR: '1' },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (output += bytes))
  return new Promise((resolve) => child.on('exit', (code) => resolve({ code, output })))
}

test('an operation that is added as CONTRIBUTING says passes the tests of the whole', async () => {
  const { folder, remove } = await createScratchFolder()
  try {
    for (const name of COPIED) cpSync(join(ROOT, name), join(folder, name), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    const spaces = join(folder, 'src/resources/spaces')
    insertAfter(join(spaces, 'routes.ts'), "routes('Spaces', {", ROUTE)
    insertAfter(
      join(spaces, 'routes.ts'),
      "import { routes } from '../../server/operation.ts'\n",
      "import Type from 'typebox'\n",
    )
    insertAfter(join(spaces, 'service.ts'), 'implement(spaceRoutes, {', FUNCTION)
    insertAfter(join(spaces, 'spaces.test.ts'), '\n})\n', SCENARIO)
    insertAfter(join(folder, 'test/access-matrix.ts'), ' getSpaceById getSpaceGitInfo', ' getSpaceTitle')
    const tests = ['src/resources/spaces/spaces.test.ts', 'test/access-matrix.test.ts', 'test/every-operation.test.ts']
    const { code, output } = await run(folder, ['run', '--project', 'sqlite', '-t', 'getSpaceTitle', ...tests])
    expect(output).toMatch(/Test Files {2}3 passed/)
    expect(code).toBe(0)
  } finally {
    await remove()
  }
})
