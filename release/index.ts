// `npm run release -- 0.2.0`: sets the version, moves what is unreleased in the changelog, commits, tags and packs.
import { fileURLToPath } from 'node:url'
import { ReleaseError, release } from './release.ts'

const [version = ''] = process.argv.slice(2)
const date = new Date().toISOString().slice(0, 10)

try {
  const folder = fileURLToPath(new URL('..', import.meta.url))
  const file = release({ folder, version, date, say: (line) => console.log(`> ${line}`) })
  console.log(`${file} is packed, and the tag v${version} is set. Push both when you are ready: git push --follow-tags`)
} catch (error) {
  if (!(error instanceof ReleaseError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
