// The sites of an organization, with their state and address.
import { useState } from 'preact/hooks'
import { Icon } from '../../ui/icon.tsx'
import { Empty } from '../../ui/states.tsx'
import { words } from '../../words.ts'
import { siteWords as text } from '../../words-sites.ts'
import type { ReplyTo } from '../api/operations.ts'
import { useReading } from '../api/store.ts'
import { places } from '../places.ts'
import { isMissing, Missing, Read } from '../reading.tsx'
import { Bar } from '../shell/bar.tsx'
import { enterOrganization } from '../shell/organization.ts'
import { NewSite } from './new-site.tsx'
import { StateTag } from './site-frame.tsx'

type Listed = ReplyTo<'GET /orgs/:organizationId/sites'>['items'][number]

const PAGE = 50
const MAX = 1000

export function Sites({ organizationId }: { organizationId: string }) {
  enterOrganization(organizationId)
  const [title, setTitle] = useState('')
  const [limit, setLimit] = useState(PAGE)
  const [isCreating, setCreating] = useState(false)
  const organization = useReading('GET /orgs/:organizationId', { organizationId }).value
  const query = { limit, ...(title && { title }) }
  const sites = useReading('GET /orgs/:organizationId/sites', { organizationId, query }).value
  if (isMissing(organization)) return <Missing />
  const mayCreate = organization.value?.permissions.createContent ?? false
  const isEmpty = sites.value?.items.length === 0 && title === ''
  const create = (
    <button type="button" class="btn main" onClick={() => setCreating(true)}>
      <Icon name="plus" />
      {text.create}
    </button>
  )
  return (
    <>
      <Bar title={text.title}>{mayCreate && !isEmpty && create}</Bar>
      <main class="scroll" id="main" tabIndex={-1} aria-label={text.title}>
        <div class="home">
          {isEmpty ? (
            <Empty title={text.none}>
              <p>{text.noneLead}</p>
              {mayCreate && <div class="row">{create}</div>}
            </Empty>
          ) : (
            <>
              <h1>{text.title}</h1>
              <p class="soft">{text.lead}</p>
              <div class="field">
                <label for="find-sites">{text.find}</label>
                <input
                  class="input"
                  id="find-sites"
                  type="search"
                  autocomplete="off"
                  maxLength={128}
                  onInput={({ currentTarget }) => setTitle(currentTarget.value.trim())}
                />
              </div>
              <Read of={sites}>
                {({ items, next }) => (
                  <>
                    {items.length === 0 && <p class="none">{text.noneFound(title)}</p>}
                    <ul class="lines">
                      {items.map((site) => (
                        <Line key={site.id} site={site} />
                      ))}
                    </ul>
                    {next && limit < MAX && (
                      <button type="button" class="btn" onClick={() => setLimit(Math.min(limit + PAGE, MAX))}>
                        {words.more}
                      </button>
                    )}
                  </>
                )}
              </Read>
            </>
          )}
        </div>
      </main>
      {isCreating && <NewSite organization={organizationId} close={() => setCreating(false)} />}
    </>
  )
}

function Line({ site }: { site: Listed }) {
  const { published } = site.urls
  return (
    <li>
      <Icon name={site.visibility === 'public' ? 'globe' : 'lock'} />
      <div>
        <a class="what" href={places.site(site.id)}>
          {site.title}
        </a>
        <p class="small">
          {text.spaces(site.siteSpaces)}
          {published && (
            <>
              {' · '}
              <a class="link above" href={published} target="_blank" rel="noreferrer">
                {published.replace(/^https?:\/\//, '')}
              </a>
            </>
          )}
        </p>
      </div>
      <span class="row">
        <StateTag site={site} />
      </span>
    </li>
  )
}
