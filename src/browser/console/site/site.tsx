// A site: its address and who can read it.
import { Icon } from '../../ui/icon.tsx'
import { words } from '../../words.ts'
import { useReading } from '../api/store.ts'
import { Star } from '../favorites/star.tsx'
import { Missing, Read } from '../reading.tsx'
import { Bar } from '../shell/bar.tsx'
import { organizationId } from '../shell/organization.ts'

/** The address of a site does not name its organization: it is looked up in the one the person is in. */
export function Site({ siteId }: { siteId: string }) {
  const id = organizationId.value
  const sites = useReading(
    'GET /orgs/:organizationId/sites',
    id ? { organizationId: id, query: { limit: 1000 } } : null,
  )
  const site = sites.value.value?.items.find((one) => one.id === siteId)
  if (sites.value.value && !site) return <Missing />
  const title = site?.title ?? words.loading
  const published = site?.urls.published
  return (
    <>
      <Bar title={title}>
        {site && id && <Star of={{ organization: id, site: site.id }} />}
        {published && (
          <a class="btn main" href={published} target="_blank" rel="noreferrer">
            <Icon name="external" />
            {words.site.open}
          </a>
        )}
      </Bar>
      <main class="scroll" id="main" tabIndex={-1} aria-label={title}>
        <div class="home">
          <Read of={sites.value}>
            {() => (
              <>
                <h1>{title}</h1>
                <dl class="facts">
                  <dt>{words.site.address}</dt>
                  <dd>
                    {published ? (
                      <a class="link" href={published}>
                        {published}
                      </a>
                    ) : (
                      words.site.unpublished
                    )}
                  </dd>
                  <dt>{words.site.visibility}</dt>
                  <dd>{site && words.site.visibilities[site.visibility]}</dd>
                </dl>
              </>
            )}
          </Read>
        </div>
      </main>
    </>
  )
}
