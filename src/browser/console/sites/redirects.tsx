// The redirects of a site: where old addresses lead.
import { useState } from 'preact/hooks'
import { Confirm } from '../../ui/confirm.tsx'
import { Icon } from '../../ui/icon.tsx'
import { words } from '../../words.ts'
import { siteWords } from '../../words-sites.ts'
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import { refresh, useReading } from '../api/store.ts'
import { places } from '../places.ts'
import { Read } from '../reading.tsx'
import type { Redirect } from './redirect-batch.ts'
import { RedirectDialog } from './redirect-dialog.tsx'
import { RedirectImport } from './redirect-import.tsx'
import { RedirectTrial } from './redirect-trial.tsx'
import { type Located, SiteFrame } from './site-frame.tsx'
import { STRUCTURE } from './structure-changes.ts'
import { rowsOf, type Structure } from './structure-rows.ts'

const text = siteWords.redirects
const LIST = 'GET /orgs/:organizationId/sites/:siteId/redirects'

const PAGE = 50

type Asked = { edit: Redirect | undefined } | { remove: Redirect } | 'import'

export const Redirects = ({ siteId }: { siteId: string }) => (
  <SiteFrame siteId={siteId} place="redirects">
    {(located) => <List {...located} />}
  </SiteFrame>
)

function List({ site, at }: Located) {
  const isAdmin = site.permissions?.admin ?? false
  const [search, setSearch] = useState('')
  /** The cursors of the pages up to the one that is shown. */
  const [cursors, setCursors] = useState<readonly string[]>([])
  const [asked, setAsked] = useState<Asked | undefined>(undefined)
  const cursor = cursors.at(-1)
  const query = { limit: PAGE, orderBy: 'source' as const, ...(search && { search }), ...(cursor && { page: cursor }) }
  const redirects = useReading(LIST, { ...at, query }).value
  const structure = useReading(STRUCTURE, at).value.value
  const close = () => setAsked(undefined)
  const changed = () => refresh(LIST)
  return (
    <>
      <p class="soft">{text.lead}</p>
      <div class="row wrap">
        <input
          class="input s"
          type="search"
          aria-label={text.find}
          placeholder={text.find}
          maxLength={512}
          onInput={({ currentTarget }) => {
            setSearch(currentTarget.value.trim())
            setCursors([])
          }}
        />
        <span class="end" />
        {isAdmin && (
          <>
            <button type="button" class="btn" onClick={() => setAsked('import')}>
              <Icon name="import" />
              {text.import}
            </button>
            <button type="button" class="btn main" onClick={() => setAsked({ edit: undefined })}>
              <Icon name="plus" />
              {text.add}
            </button>
          </>
        )}
      </div>
      <Read of={redirects}>
        {({ items, next, count }) => (
          <>
            {items.length === 0 && <p class="none">{search ? text.noneFound(search) : text.none}</p>}
            <ul class="lines" aria-label={siteWords.places.redirects}>
              {items.map((redirect) => (
                <Row key={redirect.id} redirect={redirect} structure={structure} isAdmin={isAdmin} ask={setAsked} />
              ))}
            </ul>
            <div class="row">
              {cursors.length > 0 && (
                <button type="button" class="btn" onClick={() => setCursors(cursors.slice(0, -1))}>
                  {text.previous}
                </button>
              )}
              {next && (
                <button type="button" class="btn" onClick={() => setCursors([...cursors, next.page])}>
                  {text.next}
                </button>
              )}
              {count !== undefined && <span class="small faint">{text.count(count)}</span>}
            </div>
          </>
        )}
      </Read>
      <RedirectTrial at={at} />
      {asked === 'import' && structure && (
        <RedirectImport at={at} structure={structure} close={close} changed={changed} />
      )}
      {typeof asked === 'object' && 'edit' in asked && structure && (
        <RedirectDialog at={at} structure={structure} redirect={asked.edit} close={close} changed={changed} />
      )}
      {typeof asked === 'object' && 'remove' in asked && (
        <Confirm
          title={text.removeAsk(asked.remove.source)}
          lead={text.removeLead}
          button={text.remove}
          cancel={words.cancel}
          run={() =>
            attempt(async () => {
              const siteRedirectId = asked.remove.id
              await call('DELETE /orgs/:organizationId/sites/:siteId/redirects/:siteRedirectId', {
                ...at,
                siteRedirectId,
              })
              changed()
            })
          }
          close={close}
        />
      )}
    </>
  )
}

interface RowProps {
  redirect: Redirect
  structure: Structure | undefined
  isAdmin: boolean
  ask(asked: Asked): void
}

function Row({ redirect, structure, isAdmin, ask }: RowProps) {
  const { source, permanent, captureWildcard } = redirect
  return (
    <li class="compact">
      <Icon name="arrow-right" />
      <div>
        <code>{source}</code>
        <p class="small">
          <Target redirect={redirect} structure={structure} />
          {permanent && ` · ${text.isPermanent}`}
          {captureWildcard && ` · ${text.isCapturing}`}
        </p>
      </div>
      {isAdmin && (
        <span class="row">
          <button
            type="button"
            class="btn bare s"
            aria-label={`${text.edit}: ${source}`}
            onClick={() => ask({ edit: redirect })}
          >
            {text.edit}
          </button>
          <button
            type="button"
            class="btn bare s"
            aria-label={`${text.remove}: ${source}`}
            onClick={() => ask({ remove: redirect })}
          >
            {text.remove}
          </button>
        </span>
      )}
    </li>
  )
}

/** Where it leads, as far as the structure says. */
function Target({ redirect: { destination }, structure }: Pick<RowProps, 'redirect' | 'structure'>) {
  if (destination.kind === 'external')
    return (
      <a class="link" href={destination.url} target="_blank" rel="noreferrer">
        {destination.url}
      </a>
    )
  const id = destination.kind === 'site-section' ? destination.siteSectionId : destination.siteSpaceId
  const part = structure && rowsOf(structure).find(({ item }) => item.id === id)?.item
  if (destination.kind === 'site-page' && part?.object === 'site-space')
    return (
      <a class="link" href={places.page(part.space.id, destination.pageId)}>
        {text.pageOf(part.title)}
      </a>
    )
  return <>{part?.title ?? text.elsewhere}</>
}
