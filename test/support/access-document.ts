// Generates docs/ACCESS.md from access-matrix.ts.
import {
  CALLERS,
  type CallerName,
  EXCEPTIONS,
  GROUPS,
  type Outcome,
  outcomeOf,
  PUBLIC,
  SIGNED_IN,
} from '../access-matrix.ts'

export const ACCESS_DOCUMENT = new URL('../../docs/ACCESS.md', import.meta.url)

/** Callers with a column; all callers without a valid token share one. */
const COLUMNS: Partial<Record<CallerName, string>> = {
  none: 'no valid token',
  reader: 'reader',
  stranger: 'stranger',
  guest: 'guest',
  read: 'read',
  comment: 'comment',
  edit: 'edit',
  review: 'review',
  create: 'create',
  admin: 'admin',
  sso: 'SSO token',
  elsewhere: 'SSO elsewhere',
  session: 'session',
  ssoSession: 'SSO session',
  elsewhereSession: 'SSO session elsewhere',
  installation: 'installation token',
}

const INTRODUCTION = `# Who may do what

Made from \`test/access-matrix.ts\` by \`npm run docs:access\`; \`test/access-matrix.test.ts\` tries every line.

\`yes\`: it is done. **401**: a valid token is missing (none at all, a revoked or an expired one). **403**: it can be seen,
but the role is not enough. **404**: it is not there for this caller, exactly as if it did not exist.

| Column | Who |
| --- | --- |
| no valid token | ${['none', 'revoked', 'expired'].map((name) => CALLERS[name as CallerName]).join(', ')} |
| reader | somebody with the token of a published site, asking about what it shows |
| stranger | ${CALLERS.stranger} |
| guest | in the organization without a role there, and without grants |
| read … admin | members with that role; on collections and spaces, a grant or a default level may give another one, on sites a grant a higher one |
| SSO token | ${CALLERS.sso} |
| SSO elsewhere | ${CALLERS.elsewhere} |
| session | ${CALLERS.session} |
| SSO session | ${CALLERS.ssoSession} |
| SSO session elsewhere | ${CALLERS.elsewhereSession} |
| installation token | an integration with every scope, installed on the space and the site; **403** also where it is for people only |

Beyond roles: owners of a team may do with it what admins may, authors may edit and delete their own comments, and
everybody may look up and remove themselves where it says so for others. A space whose live editing is locked takes
changes through change requests only. Organizations are created by whoever has a token where \`LECTERN_ORGANIZATIONS\` is
\`anybody\`, as here; otherwise by admins of the server. A session in the console never
reaches more than a token of the same person; sensitive steps need a proof of identity within the last ten minutes.
`

/** The content of docs/ACCESS.md. */
export function accessDocument(): string {
  const groups = GROUPS.map(({ title, from }) => section(title, Object.values(from).flat()))
  return [INTRODUCTION, section('For everybody', PUBLIC), section('Whoever is signed in', SIGNED_IN), ...groups].join(
    '\n',
  )
}

function section(title: string, ids: string[]): string {
  const shown = Object.keys(COLUMNS) as CallerName[]
  const row = (cells: string[]) => `| ${cells.join(' | ')} |`
  const notes = ids.filter((id) => EXCEPTIONS[id]).map((id) => `- \`${id}\`: ${EXCEPTIONS[id]!.why}`)
  return [
    `## ${title}\n`,
    row(['Operation', ...shown.map((name) => COLUMNS[name]!)]),
    row(['---', ...shown.map(() => '---')]),
    ...ids.map((id) => row([`\`${id}\``, ...shown.map((name) => cell(outcomeOf(id, name)))])),
    ...(notes.length > 0 ? ['', ...notes] : []),
    '',
  ].join('\n')
}

const cell = (outcome: Outcome): string => String(outcome)
