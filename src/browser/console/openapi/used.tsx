// The pages that show a specification.
import { Icon } from '../../ui/icon.tsx'
import { words } from '../../words.ts'
import { openapiWords as text } from '../../words-openapi.ts'
import { usePages } from '../api/pages.ts'
import { places } from '../places.ts'
import { ReadPages } from '../reading.tsx'

export function Used(at: { organizationId: string; specSlug: string }) {
  const pages = usePages('GET /orgs/:organizationId/openapi/:specSlug/backlinks', at)
  return (
    <section class="deliveries" aria-label={text.used}>
      <h2>{text.used}</h2>
      <ReadPages of={pages} none={text.notUsed}>
        {(shown) => {
          // A page may show several operations.
          const used = new Map(
            shown.map((place) => [`${place.space?.id} ${place.page?.id ?? place.reusableContent?.id}`, place]),
          )
          return (
            <ul class="lines">
              {[...used].map(([key, { space, page, reusableContent }]) => (
                <li key={key}>
                  <Icon name="page" />
                  <div>
                    {space && page ? (
                      <a class="what" href={places.page(space.id, page.id)}>
                        {page.title || words.untitled}
                      </a>
                    ) : (
                      <b>{reusableContent?.title}</b>
                    )}
                    <p class="faint">{space && text.inSpace(space.title || words.untitled)}</p>
                  </div>
                </li>
              ))}
            </ul>
          )
        }}
      </ReadPages>
    </section>
  )
}
