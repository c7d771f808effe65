// The page that shows what came back in a test of an identity provider.
import type { Role } from '../../access/roles.ts'
import { Refusal } from '../../domain/sessions/index.ts'
import type { Tested } from '../../domain/sso/index.ts'
import { clip } from '../../lib/text.ts'
import { type Html, html, NOTHING } from '../../render/html/index.ts'
import type { Urls } from '../../server/urls.ts'
import { gatePage } from '../gate/gate.ts'
import { heading, linkButton, note, small } from '../gate/parts.ts'

interface TestPage {
  label: string
  tested: Tested
  admission: { isMember: boolean; role: Role | null } | undefined
  again: string
  settings: string
}

const MAX_SHOWN = 200
const MAX_LENGTH = 500

export function testPage({ base }: Urls, { label, tested, admission, again, settings }: TestPage) {
  const { fault, received } = tested
  const title = fault ? `${label} does not work yet` : `${label} works`
  return gatePage({
    base,
    title,
    wide: true,
    body: html`${heading(title, 'This was a test: you are signed in as before, and nothing was changed.')}
${fault && faultNote(fault)}
${tested.identity && understood(tested, admission)}
${received.length > 0 && html`<h2>What came back</h2>\n${facts(received)}`}
${received.length === 0 && small('Nothing came back that could be trusted.')}
${linkButton('Back to the settings', settings, fault ? 'main' : 'plain')}
${linkButton('Test again', again, 'bare')}`,
  })
}

/** The same words as people would read, and the detail, which helps only whoever sets the provider up. */
function faultNote({ name, detail }: NonNullable<Tested['fault']>): Html {
  const { message } = new Refusal(name)
  return html`${note(message)}${detail !== undefined && small(`The reason in detail: ${clip(detail, MAX_LENGTH)}`)}`
}

function understood({ identity, groups }: Tested, admission: TestPage['admission']): Html {
  const rows: [string, string[]][] = [
    ['Email address', [identity!.email]],
    ['Name', [identity!.displayName ?? 'None was sent; people choose one themselves']],
  ]
  if (groups) rows.push(['Groups', groups.length > 0 ? groups : ['None']])
  if (identity!.until) rows.push(['Signed in until', [identity!.until]])
  if (admission) rows.push(['Signing in', [foreseen(admission)]])
  return html`<h2>What it means here</h2>\n${facts(rows)}`
}

const foreseen = ({ isMember, role }: NonNullable<TestPage['admission']>): string =>
  isMember ? `They are a member already (${role ?? 'guest'}).` : `They become a member (${role ?? 'guest'}).`

const facts = (rows: readonly [string, readonly string[]][]): Html =>
  html`<dl class="facts">${rows
    .slice(0, MAX_SHOWN)
    .map(
      ([name, values]) =>
        html`<dt>${clip(name, MAX_LENGTH)}</dt>${
          values.length === 0
            ? html`<dd></dd>`
            : values.slice(0, MAX_SHOWN).map((value) => html`<dd>${clip(value, MAX_LENGTH)}</dd>`)
        }\n`,
    )}</dl>${rows.length > MAX_SHOWN ? small(`The first ${MAX_SHOWN} are shown.`) : NOTHING}`
