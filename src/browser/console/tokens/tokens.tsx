// The API tokens of members that work in the organization: whose they are, when they were used, and an end to them.
import { useState } from 'preact/hooks'
import { Avatar } from '../../ui/avatar.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Time } from '../../ui/time.tsx'
import { say } from '../../ui/toasts.tsx'
import { words } from '../../words.ts'
import { organizationWords } from '../../words-organization.ts'
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import type { ReplyTo } from '../api/operations.ts'
import { usePages } from '../api/pages.ts'
import { OrganizationFrame } from '../organization/frame.tsx'
import { PagedList, type Position } from '../paged-list.tsx'

const text = organizationWords.tokens
const TOKENS = 'GET /orgs/:organizationId/tokens'
type Token = ReplyTo<typeof TOKENS>['items'][number]

export const Tokens = ({ organizationId }: { organizationId: string }) => (
  <OrganizationFrame organizationId={organizationId} at="tokens" isList>
    {({ id }) => <List key={id} organization={id} />}
  </OrganizationFrame>
)

const CAPTIONS = (
  <div class="token-row captions" aria-hidden="true">
    <span>{text.owner}</span>
    <span>{text.token}</span>
    <span class="wide-only">{text.reach}</span>
    <span class="wide-only">{text.lastUsed}</span>
    <span class="wide-only">{text.expires}</span>
  </div>
)

function List({ organization }: { organization: string }) {
  const [search, setSearch] = useState('')
  const [asked, setAsked] = useState<Token | undefined>(undefined)
  const at = { organizationId: organization }
  const pages = usePages(TOKENS, { ...at, query: { ...(search && { search }) } })
  const { count, replace } = pages
  const revoke = (token: Token) =>
    attempt(async () => {
      await call('DELETE /orgs/:organizationId/tokens/:tokenId', { ...at, tokenId: token.id })
      replace(token, undefined)
      say(text.revoked(token.label))
    })
  return (
    <>
      <p class="soft">{text.lead}</p>
      <div class="list-filters">
        <SearchField label={text.find} onChange={setSearch} />
        <p class="faint" role="status">
          {count !== undefined && text.count(count)}
        </p>
      </div>
      <PagedList pages={pages} none={search ? text.notFound : text.none} captions={CAPTIONS}>
        {(token, position) => <Row key={token.id} token={token} position={position} ask={() => setAsked(token)} />}
      </PagedList>
      {asked && (
        <Confirm
          title={text.ask(asked.label, asked.user.displayName)}
          lead={asked.reach === 'account' ? text.askHere : text.askEverywhere}
          button={text.revoke}
          cancel={words.cancel}
          run={() => revoke(asked)}
          close={() => setAsked(undefined)}
        />
      )}
    </>
  )
}

interface RowProps {
  token: Token
  position: Position
  ask(): void
}

const Row = ({ token: { label, user, reach, lastUsedAt, expiresAt }, position, ask }: RowProps) => (
  <li class="token-row" {...position}>
    <div class="who-is">
      <Avatar id={user.id} name={user.displayName} picture={user.photoURL} />
      <div class="grow">
        <div class="clip">{user.displayName}</div>
        <div class="small faint clip">{user.email}</div>
      </div>
    </div>
    <div class="clip">{label}</div>
    <div class="wide-only">{text.reaches[reach]}</div>
    <div class="wide-only soft">
      <span class="sr">{text.lastUsed} </span>
      {lastUsedAt ? <Time at={lastUsedAt} /> : text.never}
    </div>
    <div class="wide-only soft">
      <span class="sr">{text.expires} </span>
      {expiresAt ? <Time at={expiresAt} /> : text.never}
    </div>
    <button type="button" class="btn s" aria-label={text.revokeIt(label, user.displayName)} onClick={ask}>
      {text.revoke}
    </button>
  </li>
)
