// The share links of a site: whoever has one reads the site, until it is revoked.
import { useState } from 'preact/hooks'
import { Confirm } from '../../ui/confirm.tsx'
import { Field } from '../../ui/field.tsx'
import { textIn } from '../../ui/form-dialog.tsx'
import { Time } from '../../ui/time.tsx'
import { words } from '../../words.ts'
import { siteWords } from '../../words-sites.ts'
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import type { ReplyTo } from '../api/operations.ts'
import { refresh, useReading } from '../api/store.ts'
import { Read } from '../reading.tsx'
import { CopiedText } from './copied-text.tsx'
import type { Located } from './site-frame.tsx'

const text = siteWords.shareLinks
const LINKS = '/orgs/:organizationId/sites/:siteId/share-links'
type ShareLink = ReplyTo<`GET ${typeof LINKS}`>['items'][number]

const change = (work: () => Promise<unknown>): Promise<boolean> =>
  attempt(async () => {
    await work()
    refresh(`GET ${LINKS}`)
  })

export function ShareLinks({ site, at }: Located) {
  const links = useReading(`GET ${LINKS}`, { ...at, query: { limit: 1000 } }).value
  const create = (event: SubmitEvent) => {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    const name = textIn(new FormData(form), 'name')
    void change(() => call(`POST ${LINKS}`, { ...at, body: name ? { name } : {} }))
    form.reset()
  }
  return (
    <section aria-label={text.title}>
      <h2>{text.title}</h2>
      <p class="soft">{site.published ? text.lead : text.leadUnpublished}</p>
      <Read of={links}>
        {({ items }) => (
          <ul class="shared" aria-label={text.title}>
            {items.map((link) => (
              <Line key={link.id} at={at} link={link} />
            ))}
          </ul>
        )}
      </Read>
      <form onSubmit={create}>
        <Field label={text.name} name="name" help={text.nameHelp} maxLength={50} />
        <button type="submit" class="btn">
          {text.create}
        </button>
      </form>
    </section>
  )
}

function Line({ at, link }: { at: Located['at']; link: ShareLink }) {
  const [isAsking, setAsking] = useState(false)
  const name = link.name || text.unnamed
  const here = { ...at, shareLinkId: link.id }
  return (
    <li>
      <div class="row">
        <b class="grow">{name}</b>
        <span class="small faint">
          <Time at={link.createdAt} />
        </span>
        {!link.active && <span class="tag">{text.off}</span>}
        <button
          type="button"
          class="btn bare s"
          aria-label={`${link.active ? text.disable : text.enable}: ${name}`}
          onClick={() =>
            void change(() => call(`PATCH ${LINKS}/:shareLinkId`, { ...here, body: { active: !link.active } }))
          }
        >
          {link.active ? text.disable : text.enable}
        </button>
        <button type="button" class="btn bare s" aria-label={`${text.revoke}: ${name}`} onClick={() => setAsking(true)}>
          {text.revoke}
        </button>
      </div>
      {link.urls.published && <CopiedText value={link.urls.published} label={text.linkOf(name)} />}
      {isAsking && (
        <Confirm
          title={text.revokeAsk(name)}
          lead={text.revokeLead}
          button={text.revoke}
          cancel={words.cancel}
          run={() => change(() => call(`DELETE ${LINKS}/:shareLinkId`, here))}
          close={() => setAsking(false)}
        />
      )}
    </li>
  )
}
