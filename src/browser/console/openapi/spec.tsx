// A specification: whether it could be read, its versions and what they changed, and where it is used.
import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Confirm } from '../../ui/confirm.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Time } from '../../ui/time.tsx'
import { say } from '../../ui/toasts.tsx'
import { words } from '../../words.ts'
import { openapiWords as text } from '../../words-openapi.ts'
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import { refresh, useReading } from '../api/store.ts'
import { OrganizationFrame } from '../organization/frame.tsx'
import { places } from '../places.ts'
import { isMissing, Missing, Read } from '../reading.tsx'
import { type Source, SpecDialog } from './spec-dialog.tsx'
import { isBusy, type SpecJson, SpecState } from './spec-state.tsx'
import { Used } from './used.tsx'
import { Versions } from './versions.tsx'

const ONE = 'GET /orgs/:organizationId/openapi/:specSlug'
const ALL = 'GET /orgs/:organizationId/openapi'
const VERSIONS = 'GET /orgs/:organizationId/openapi/:specSlug/versions'

/** How often what is being read is looked at, in milliseconds. */
const PATIENCE = 1500

export function Spec({ organizationId, specSlug }: { organizationId: string; specSlug: string }) {
  const { route } = useLocation()
  const [asked, setAsked] = useState<'replace' | 'remove' | undefined>(undefined)
  const at = { organizationId, specSlug }
  const reading = useReading(ONE, at).value
  const spec = reading.value
  const isWaiting = spec !== undefined && isBusy(spec)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => refresh(ONE), PATIENCE)
    return () => {
      clearInterval(timer)
      refresh(VERSIONS, ALL)
    }
  }, [isWaiting])
  if (isMissing(reading)) return <Missing />
  const close = () => setAsked(undefined)
  const replace = async (_slug: string, source: Source) => {
    await call('PUT /orgs/:organizationId/openapi/:specSlug', { ...at, body: { source } })
    refresh(ONE, ALL)
    say(text.reading)
  }
  const remove = async () => {
    if (!(await attempt(() => call('DELETE /orgs/:organizationId/openapi/:specSlug', at)))) return
    route(places.inOrganization(organizationId, 'openapi'))
    refresh(ALL)
    say(text.removed(specSlug))
  }
  const show = (visibility: SpecJson['visibility']) =>
    attempt(async () => {
      await call('PATCH /orgs/:organizationId/openapi/:specSlug', { ...at, body: { visibility } })
      refresh(ONE, ALL)
    })
  const actions = ({ sourceURL, visibility }: SpecJson) => {
    const other = visibility === 'public' ? 'private' : 'public'
    return [
      ...(sourceURL
        ? [
            {
              label: text.readAgain,
              icon: 'retry',
              run: () => void attempt(() => replace(specSlug, { url: sourceURL })),
            } as const,
          ]
        : []),
      { label: text.replace, icon: 'edit', run: () => setAsked('replace') },
      {
        label: other === 'public' ? text.makePublic : text.makePrivate,
        icon: other === 'public' ? 'globe' : 'lock',
        run: () => void show(other),
      },
      { label: text.remove, icon: 'trash', run: () => setAsked('remove') },
    ] as const
  }
  return (
    <OrganizationFrame
      organizationId={organizationId}
      at="openapi"
      title={specSlug}
      actions={() =>
        spec?.permissions.edit && (
          <Menu class="btn" label={text.actions} items={actions(spec)}>
            <Icon name="more" />
          </Menu>
        )
      }
    >
      {() => (
        <Read of={reading}>
          {(shown) => (
            <>
              <Facts spec={shown} />
              <Versions key={`${specSlug} ${shown.lastVersion}`} {...at} latest={shown.lastVersion} />
              <Used {...at} />
              {asked === 'replace' && (
                <SpecDialog
                  heading={text.replace}
                  button={words.save}
                  known={{ url: shown.sourceURL }}
                  save={replace}
                  close={close}
                />
              )}
              {asked === 'remove' && (
                <Confirm
                  title={text.removeAsk(specSlug)}
                  lead={text.removeLead}
                  button={text.remove}
                  cancel={words.cancel}
                  run={remove}
                  close={close}
                />
              )}
            </>
          )}
        </Read>
      )}
    </OrganizationFrame>
  )
}

function Facts({ spec }: { spec: SpecJson }) {
  const { sourceURL, lastProcessedAt, visibility, urls } = spec
  const { lastProcessErrorCode: code, lastProcessedErrors: errors = [], lastProcessedErrorCount: count } = spec
  return (
    <>
      <dl class="facts">
        <dt>{text.source}</dt>
        <dd>{sourceURL ?? text.uploaded}</dd>
        <dt>{text.processed}</dt>
        <dd>
          <SpecState spec={spec} /> {lastProcessedAt && <Time at={lastProcessedAt} />}
        </dd>
        <dt>{text.visibility}</dt>
        <dd>{text.visibilities[visibility]}</dd>
        {urls.published && (
          <>
            <dt>{text.publicAt}</dt>
            <dd>
              <a class="link" href={urls.published}>
                {urls.published}
              </a>
            </dd>
          </>
        )}
      </dl>
      {!isBusy(spec) && (code || errors.length > 0) && (
        <section class="deliveries" aria-label={text.errors}>
          <h2>{text.errors}</h2>
          {code && <p class="bad">{text.errorCodes[code]}</p>}
          <ul class="plain">
            {errors.map(({ message }) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
          {count > errors.length && <p class="faint">{text.moreErrors(count - errors.length)}</p>}
        </section>
      )}
    </>
  )
}
