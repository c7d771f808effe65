// The redirects of a site: where old addresses lead.
import { useState } from 'preact/hooks'
import { Confirm } from '../../ui/confirm.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { words } from '../../words.ts'
import { siteWords } from '../../words-sites.ts'
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import { usePages } from '../api/pages.ts'
import { useReading } from '../api/store.ts'
import { PagedList } from '../paged-list.tsx'
import { usePageTitles } from './page-titles.ts'
import type { Redirect } from './redirect-batch.ts'
import { RedirectDialog } from './redirect-dialog.tsx'
import { RedirectImport } from './redirect-import.tsx'
import { RedirectRow } from './redirect-row.tsx'
import { RedirectTrial } from './redirect-trial.tsx'
import { type Located, SiteFrame } from './site-frame.tsx'
import { STRUCTURE } from './structure-changes.ts'

const text = siteWords.redirects

type Asked = { edit: Redirect | undefined } | { remove: Redirect } | 'import'

export const Redirects = ({ siteId }: { siteId: string }) => (
  <SiteFrame siteId={siteId} place="redirects" isList>
    {(located) => <List {...located} />}
  </SiteFrame>
)

function List({ site, at }: Located) {
  const isAdmin = site.permissions?.admin ?? false
  const [search, setSearch] = useState('')
  const [asked, setAsked] = useState<Asked | undefined>(undefined)
  const query = { orderBy: 'source' as const, ...(search && { search }) }
  const pages = usePages('GET /orgs/:organizationId/sites/:siteId/redirects', { ...at, query })
  const { count, reload, replace } = pages
  const structure = useReading(STRUCTURE, at).value.value
  const titles = usePageTitles(structure, pages.items ?? [])
  const close = () => setAsked(undefined)
  /** Those with the same path stay where they are in the list. */
  const saved = (before: Redirect | undefined, now: Redirect) =>
    before?.source === now.source ? replace(before, now) : reload()
  const remove = (redirect: Redirect) =>
    attempt(async () => {
      const path = { ...at, siteRedirectId: redirect.id }
      await call('DELETE /orgs/:organizationId/sites/:siteId/redirects/:siteRedirectId', path)
      replace(redirect, undefined)
    })
  return (
    <>
      <p class="soft">{text.lead}</p>
      <RedirectTrial at={at} />
      <div class="list-filters">
        <SearchField label={text.find} onChange={setSearch} />
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
        <p class="faint" role="status">
          {count !== undefined && text.count(count)}
        </p>
      </div>
      <PagedList pages={pages} none={search ? text.noneFound(search) : text.none}>
        {(redirect, position) => (
          <RedirectRow
            key={redirect.id}
            {...{ redirect, position, structure, titles, isAdmin }}
            edit={() => setAsked({ edit: redirect })}
            remove={() => setAsked({ remove: redirect })}
          />
        )}
      </PagedList>
      {asked === 'import' && structure && (
        <RedirectImport at={at} structure={structure} close={close} changed={reload} />
      )}
      {typeof asked === 'object' && 'edit' in asked && structure && (
        <RedirectDialog
          at={at}
          structure={structure}
          redirect={asked.edit}
          close={close}
          saved={(now) => saved(asked.edit, now)}
        />
      )}
      {typeof asked === 'object' && 'remove' in asked && (
        <Confirm
          title={text.removeAsk(asked.remove.source)}
          lead={text.removeLead}
          button={text.remove}
          cancel={words.cancel}
          run={() => remove(asked.remove)}
          close={close}
        />
      )}
    </>
  )
}
