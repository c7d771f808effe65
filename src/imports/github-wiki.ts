// The wiki of a repository: a repository of its own, with `Home.md` and a sidebar that gives the order.
import fs from 'node:fs'
import { FetchFailure } from '../fetch/failures.ts'
import { httpClient } from '../git/http.ts'
import { library } from '../git/objects.ts'
import { makeScratch } from '../lib/scratch.ts'
import { BOUNDS } from './bounds.ts'
import { gatherFiles } from './files-of-pages.ts'
import { ImportFailure, type Means, type Source } from './model.ts'
import { fromWikiMarkup } from './wiki-markup.ts'

export const gatherGithubWiki: Source = async ({ url }, means) => {
  const { folder, remove } = await makeScratch()
  try {
    const files = await readRepository(repositoryOf(url), folder, means)
    const tree = {
      names: [...files.keys()],
      read: async (name: string) => Buffer.from(files.get(name)!),
      open: async (name: string) => [files.get(name)!],
    }
    const wiki = `${url.origin}${url.pathname.replace(/(\.wiki\.git|\/wiki(\/.*)?)$/, '')}/wiki/`
    return await gatherFiles(tree, { markdown: (text) => fromWikiMarkup(text, { wiki, names: tree.names }) })
  } finally {
    await remove()
  }
}

/** `…/owner/name/wiki` and `…/owner/name` → `…/owner/name.wiki.git`; that itself stays. */
function repositoryOf(url: URL): URL {
  const repository = new URL(url)
  repository.search = ''
  repository.hash = ''
  if (url.pathname.endsWith('.wiki.git')) return repository
  const path = url.pathname.replace(/\/wiki(\/.*)?$/, '').replace(/\.git$|\/+$/, '')
  repository.pathname = `${path}.wiki.git`
  return repository
}

async function readRepository(url: URL, dir: string, means: Means): Promise<Map<string, Uint8Array>> {
  try {
    const git = await library()
    const place = { fs, dir }
    await git.clone({ ...place, http: through(means), url: url.href, depth: 1, singleBranch: true, noCheckout: true })
    const oid = await git.resolveRef({ ...place, ref: 'HEAD' })
    const files = new Map<string, Uint8Array>()
    let left = BOUNDS.bytes
    for (const filepath of (await git.listFiles({ ...place, ref: 'HEAD' })).slice(0, BOUNDS.entries)) {
      const { blob } = await git.readBlob({ ...place, oid, filepath })
      left -= blob.length
      if (left < 0) throw new ImportFailure('The wiki is too large for one import: remove large files from it.')
      files.set(filepath, blob)
    }
    return files
  } catch (error) {
    if (error instanceof FetchFailure || error instanceof ImportFailure) throw error
    throw new ImportFailure(
      'There is no wiki to clone at this address: check that it is open to everybody and has a page.',
    )
  }
}

/** Git over the guarded fetcher, within the bounds of an import. */
const through = ({ fetcher, signal }: Means) =>
  httpClient((url, options) =>
    fetcher(url, { ...options, signal, limit: BOUNDS.bytesOfArchive, within: BOUNDS.timeOfPages }),
  )
