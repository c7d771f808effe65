// `npx tsx bench/git.ts`: imports and exports a repository of 1,000 pages. Prints pages per second, and fails if the
// export changes a file that nobody edited.
import fs from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import git from 'isomorphic-git'
import { type FileChanges, writeCommit } from '../src/git/objects.ts'
import { apiOf } from './api.ts'
import { scratchFolder, startLectern } from './servers.ts'

const PAGES = 1000
const REF = 'refs/heads/main'

function generate(): FileChanges {
  const files = new Map<string, string>()
  const summary = ['# Table of contents', '', '* [Home](README.md)']
  files.set('README.md', '# Home\n\nWelcome.\n')
  for (let n = 1; n < PAGES; n++) {
    const chapter = `chapter-${Math.floor(n / 50)}`
    if (n % 50 === 0 || n === 1) summary.push('', `## ${chapter}`, '')
    const path = `${chapter}/page-${n}.md`
    summary.push(`* [Page ${n}](${path})`)
    files.set(path, pageText(n))
  }
  files.set('SUMMARY.md', `${summary.join('\n')}\n`)
  return new Map([...files].map(([path, text]) => [path, async () => Buffer.from(text)]))
}

const words = (n: number) =>
  `Words of page ${n}, **bold** ones and \`code\`, with a [link](../README.md) and more of them. `

const pageText = (n: number) => `---
description: What page ${n} is about
---

# Page ${n}

${words(n).repeat(4)}

{% hint style="info" %}
A hint on page ${n}.
{% endhint %}

## Steps

1. First
2. Second
   - nested

| A | B |
| - | - |
| ${n} | two |

\`\`\`js
const page = ${n}
\`\`\`

${words(n).repeat(3)}
`

const folder = await scratchFolder()
try {
  const repositories = join(folder.path, 'repositories')
  await mkdir(repositories)
  process.env.LECTERN_GIT_FOLDER = repositories
  const lectern = await startLectern(folder.path)
  const api = apiOf(lectern)
  const organization = (await api.get('/orgs')).items[0].id
  const gitdir = join(repositories, organization, 'book.git')
  await mkdir(gitdir, { recursive: true })
  await git.init({ fs, gitdir, bare: true, defaultBranch: 'main' })
  const author = { name: 'Bench', email: 'bench@example.com' }
  const made = await writeCommit(
    { gitdir, cache: {} },
    { parent: undefined, changes: generate(), message: 'Book', author },
  )
  await git.writeRef({ fs, gitdir, ref: REF, value: made.oid, force: true })
  const space = (await api.post(`/orgs/${organization}/spaces`, { title: 'Book' })).id
  const run = async (direction: 'import' | 'export'): Promise<{ milliseconds: number; processor: number }> => {
    const began = performance.now()
    const usedBefore = await lectern.processorTime()
    const body = { url: `file://${gitdir}`, ref: REF, ...(direction === 'export' && { commitMessage: 'Export' }) }
    await api.post(`/spaces/${space}/git/${direction}`, body)
    for (;;) {
      const { operation } = await api.get(`/spaces/${space}/git/info`)
      if (operation.state === 'failure') throw new Error(operation.error)
      if (operation.state === 'success')
        return { milliseconds: performance.now() - began, processor: (await lectern.processorTime()) - usedBefore }
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  const rate = (milliseconds: number) => Math.round((PAGES * 1000) / milliseconds)
  const row = ({ milliseconds, processor }: Awaited<ReturnType<typeof run>>) => ({
    milliseconds: Math.round(milliseconds),
    'pages a second': rate(milliseconds),
    'pages a second of processor time': rate(processor),
  })
  const [first, again, out] = [await run('import'), await run('import'), await run('export')]
  const head = await git.resolveRef({ fs, gitdir, ref: REF })
  await lectern.stop()
  if (head !== made.oid) throw new Error('The export changed files that nobody edited.')
  console.table({
    'import of 1,000 pages': row(first),
    'import of the same again': row(again),
    'export, without a difference': row(out),
  })
} finally {
  await folder.remove()
}
