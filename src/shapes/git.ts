// Imports from and exports to Git repositories.
import Type, { type Static } from 'typebox'
import { named, oneOf, Timestamp, Uri } from '../server/schemas.ts'

const Url = Type.String({
  maxLength: 2048,
  description:
    'May contain credentials. They are stored encrypted, and used again when the space reaches the same repository by a URL without any.',
})
const Ref = Type.String({
  maxLength: 255,
  description:
    'In the form `refs/heads/main`. Standalone imports also take `refs/pull/3/head` and `refs/merge-requests/3/head`.',
})
const WebUrl = Type.String({ maxLength: 2048 })

const GitInfo = Type.Object({
  provider: Type.Optional(oneOf('github', 'gitlab')),
  url: Type.Optional(WebUrl),
})

const request = {
  url: Url,
  ref: Ref,
  repoTreeURL: Type.Optional({
    ...WebUrl,
    description: 'The URL for browsing files of the repository. Links to files that are not content point there.',
  }),
  repoCommitURL: Type.Optional({ ...WebUrl, description: 'The URL for browsing commits.' }),
  repoProjectDirectory: Type.Optional(
    Type.String({ maxLength: 1024, description: 'The folder that contains `.gitbook.yaml`.' }),
  ),
  force: Type.Optional(
    Type.Boolean({ description: 'Discard changes that the other side has made since the last synchronization.' }),
  ),
  gitInfo: Type.Optional(GitInfo),
}

export const ImportGitRepository = Type.Object({
  ...request,
  standalone: Type.Optional(
    Type.Boolean({ description: 'Create a revision without changing the content of the space.' }),
  ),
})

export const ExportToGitRepository = Type.Object({
  ...request,
  commitMessage: Type.String({ minLength: 1, maxLength: 10_000 }),
})

/** An import or an export. */
export type GitRequest = Static<typeof ImportGitRepository> & Partial<Static<typeof ExportToGitRepository>>

const Provider = oneOf('github', 'gitlab')

const sync = {
  repoName: Type.Optional(Type.String()),
  installationProvider: Type.Optional(Provider),
  url: Type.Optional(Uri),
  updatedAt: Type.Optional(Timestamp),
}

/** The repository that a space is synchronized with. */
export const GitSync = named('GitSync', Type.Object(sync))

export const GitSyncState = named(
  'GitSyncState',
  Type.Object({
    ...sync,
    operation: Type.Optional(
      Type.Object({
        state: oneOf('running', 'success', 'failure'),
        direction: oneOf('import', 'export'),
        stage: oneOf('repo_fetch', 'config_check', 'content_process', 'finalize'),
        startedAt: Timestamp,
        endedAt: Type.Optional(Timestamp),
        error: Type.Optional(Type.String()),
      }),
    ),
    exports: Type.Optional(
      Type.Array(
        Type.Object({
          state: oneOf('success', 'failure'),
          startedAt: Timestamp,
          endedAt: Timestamp,
          error: Type.Optional(Type.String()),
        }),
        { description: 'The last 20 exports that have ended, newest first. Imports are import runs.' },
      ),
    ),
    notUnderstood: Type.Optional(
      Type.Array(
        Type.Object({
          path: Type.String(),
          line: Type.Optional(Type.Integer({ minimum: 1 })),
          message: Type.String(),
        }),
        { description: 'The first 200 problems of the last import, with their place in the repository.' },
      ),
    ),
  }),
)
