// What was read from a repository as the content that a tree shall have.
import type { WantedContent, WantedPage } from '../engine/changes/replace-content.ts'
import type { Json } from '../engine/objects.ts'
import type { File, GitBlob } from '../engine/tree/records.ts'
import type { Origin, RepositoryAsset, RepositoryContent, RepositoryPage } from './model.ts'

/** `fileOf` gives what is known of the bytes of a file. */
export function toWanted(
  content: RepositoryContent,
  fileOf: (asset: RepositoryAsset) => Omit<File, 'id' | 'git'>,
): WantedContent {
  return {
    pages: content.pages.map(toWantedPage),
    files: content.files.map((asset) => ({ ...fileOf(asset), id: asset.id, ...gitOf(asset.origin) })),
    reusableContents: content.reusableContents.map(({ origin, frontMatter, ...include }) => ({
      ...include,
      ...(frontMatter && { frontMatter: frontMatter as Json }),
      ...gitOf(origin),
    })),
    variables: content.variables,
  }
}

function toWantedPage({ fields, origin, pages, ...page }: RepositoryPage): WantedPage {
  return { ...fields, ...page, ...(origin && gitOf(origin)), pages: pages.map(toWantedPage) }
}

// A page in the table of contents need not have its file.
const gitOf = ({ path, oid }: Origin): { git?: GitBlob } => (oid === '' ? {} : { git: { oid, path } })
