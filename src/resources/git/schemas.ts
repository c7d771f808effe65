// Imports from and exports to Git repositories.
import Type, { type Static } from 'typebox'
import { named, oneOf, Timestamp, Uri } from '../../server/schemas.ts'

const Url = Type.String({ maxLength: 2048, description: 'May contain credentials; they are stored encrypted.' })
const Ref = Type.String({ maxLength: 255, description: 'In the form `refs/heads/main`.' })
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
    description: 'Where files of the repository can be seen: links to what is no content lead there.',
  }),
  repoCommitURL: Type.Optional({ ...WebUrl, description: 'Where commits can be seen.' }),
  repoProjectDirectory: Type.Optional(
    Type.String({ maxLength: 1024, description: 'The folder that holds `.gitbook.yaml`.' }),
  ),
  force: Type.Optional(
    Type.Boolean({ description: 'What the other side has done since the last time does not count.' }),
  ),
  gitInfo: Type.Optional(GitInfo),
}

export const ImportGitRepository = Type.Object({
  ...request,
  standalone: Type.Optional(
    Type.Boolean({ description: 'Makes a revision, and leaves the content of the space alone.' }),
  ),
})

export const ExportToGitRepository = Type.Object({
  ...request,
  commitMessage: Type.String({ minLength: 1, maxLength: 10_000 }),
})

/** What was asked for, whichever way. */
export type GitRequest = Static<typeof ImportGitRepository> & Partial<Static<typeof ExportToGitRepository>>

const Provider = oneOf('github', 'gitlab')

const sync = {
  repoName: Type.Optional(Type.String()),
  installationProvider: Type.Optional(Provider),
  url: Type.Optional(Uri),
  updatedAt: Type.Optional(Timestamp),
}

/** The repository that a space goes with. */
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
  }),
)
