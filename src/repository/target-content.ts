// Converts the content of a repository to the target content of a tree.
import type { TargetContent, TargetPage } from '../engine/changes/replace-content.ts'
import type { Json } from '../engine/objects.ts'
import type { File, GitBlob } from '../engine/tree/records.ts'
import type { Origin, RepositoryAsset, RepositoryContent, RepositoryPage } from './model.ts'

/** `fileOf` returns the stored file of an asset. */
export function toTargetContent(
  content: RepositoryContent,
  fileOf: (asset: RepositoryAsset) => Omit<File, 'id' | 'git'>,
): TargetContent {
  return {
    pages: content.pages.map(toWantedPage),
    files: content.files.map((asset) => ({ ...fileOf(asset), id: asset.id, ...gitOf(asset.origin) })),
    reusableContents: content.reusableContents.map(({ origin, frontMatter, ...include }) => ({
      ...include,
      ...(frontMatter && { frontMatter: frontMatter as Json }),
      ...gitOf(origin),
    })),
    tags: content.tags,
    variables: content.variables,
  }
}

function toWantedPage({ fields, origin, pages, ...page }: RepositoryPage): TargetPage {
  return { ...fields, ...page, ...(origin && gitOf(origin)), pages: pages.map(toWantedPage) }
}

// A page in the table of contents may lack its file.
const gitOf = ({ path, oid }: Origin): { git?: GitBlob } => (oid === '' ? {} : { git: { oid, path } })
