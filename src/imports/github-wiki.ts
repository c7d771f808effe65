// Imports a GitHub wiki: a repository of its own, with `Home.md` and a sidebar that sets the order.
import { FetchFailure } from '../fetch/failures.ts'
import { GitFailure } from '../git/failures.ts'
import { fetchNewest, makeRepository } from '../git/fetch-newest.ts'
import { httpClient } from '../git/http.ts'
import { reader } from '../git/reader.ts'
import { createScratchFolder } from '../lib/scratch.ts'
import { BOUNDS } from './bounds.ts'
import { type ImportContext, ImportFailure, type Source } from './model.ts'
import { gatherFiles } from './page-files.ts'

export const gatherGithubWiki: Source = async ({ url }, means) => {
  const { folder, remove } = await createScratchFolder()
  try {
    const files = await readRepository(repositoryOf(url), folder, means)
    const tree = {
      names: [...files.keys()],
      read: async (name: string) => Buffer.from(files.get(name)!),
      open: async (name: string) => [files.get(name)!],
    }
    const wiki = `${url.origin}${url.pathname.replace(/(\.wiki\.git|\/wiki(\/.*)?)$/, '')}/wiki/`
    return await gatherFiles(tree, means, { wiki: { wiki, names: tree.names } })
  } finally {
    await remove()
  }
}

/** `…/owner/name/wiki` and `…/owner/name` → `…/owner/name.wiki.git`; other URLs are unchanged. */
function repositoryOf(url: URL): URL {
  const repository = new URL(url)
  repository.search = ''
  repository.hash = ''
  if (url.pathname.endsWith('.wiki.git')) return repository
  const path = url.pathname.replace(/\/wiki(\/.*)?$/, '').replace(/\.git$|\/+$/, '')
  repository.pathname = `${path}.wiki.git`
  return repository
}

async function readRepository(url: URL, gitdir: string, means: ImportContext): Promise<Map<string, Uint8Array>> {
  try {
    const remote = { http: through(means), gitdir, url: url.href }
    await makeRepository(remote)
    const oid = await fetchNewest(remote)
    if (oid === null) throw noWiki()
    const files = new Map<string, Uint8Array>()
    let left = BOUNDS.bytes
    for (const [path, blob] of [...(await reader.run('listFiles', gitdir, oid))].slice(0, BOUNDS.entries)) {
      const bytes = (await reader.run('readBlob', gitdir, blob)).blob
      left -= bytes.length
      if (left < 0) throw new ImportFailure('The wiki is too large for one import: remove large files from it.')
      files.set(path, bytes)
    }
    return files
  } catch (error) {
    if (error instanceof FetchFailure || error instanceof ImportFailure) throw error
    if (error instanceof GitFailure) throw new ImportFailure(error.message)
    throw noWiki()
  }
}

const noWiki = () =>
  new ImportFailure('There is no wiki to clone at this address: check that it is public and has a page.')

/** Git over the guarded fetcher, within the limits of an import. */
const through = ({ fetcher, signal }: ImportContext) =>
  httpClient((url, options) =>
    fetcher(url, { ...options, signal, limit: BOUNDS.bytesOfArchive, timeout: BOUNDS.timeOfPages }),
  )
