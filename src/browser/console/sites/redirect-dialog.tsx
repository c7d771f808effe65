// Adds a redirect, or changes one.
import { useState } from 'preact/hooks'
import { Field } from '../../ui/field.tsx'
import { CheckField, SelectField } from '../../ui/fields.tsx'
import { FormDialog, textIn } from '../../ui/form-dialog.tsx'
import { words } from '../../words.ts'
import { siteWords } from '../../words-sites.ts'
import { attemptForm, type Faults } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import type { Input } from '../api/operations.ts'
import { useReading } from '../api/store.ts'
import type { Redirect } from './redirect-batch.ts'
import type { Located } from './site-frame.tsx'
import { rowsOf, type SiteSpace, type Structure } from './structure-rows.ts'

const text = siteWords.redirects
type Kind = keyof typeof text.kinds
const ALL = '/orgs/:organizationId/sites/:siteId/redirects'
type Destination = Input<`POST ${typeof ALL}`>['body']['destination']

interface Props {
  at: Located['at']
  structure: Structure
  redirect: Redirect | undefined
  close(): void
  saved(redirect: Redirect): void
}

const kindOf = (redirect: Redirect | undefined): Kind =>
  redirect?.destination.kind === 'external'
    ? 'external'
    : redirect?.destination.kind === 'site-section'
      ? 'section'
      : 'page'

export function RedirectDialog({ at, structure, redirect, close, saved }: Props) {
  const [kind, setKind] = useState<Kind>(kindOf(redirect))
  const [faults, setFaults] = useState<Faults>({})
  const parts = rowsOf(structure).map(({ item }) => item)
  const spaces = parts.flatMap((item) => (item.object === 'site-space' ? [item] : []))
  const sections = parts.flatMap((item) => (item.object === 'site-section' ? [item] : []))
  const before = redirect?.destination
  const ofSpace = before && 'siteSpaceId' in before ? spaces.find(({ id }) => id === before.siteSpaceId) : undefined
  const path = usePath(ofSpace, before?.kind === 'site-page' ? before.pageId : undefined)
  const save = async (form: FormData) => {
    const body = {
      source: textIn(form, 'source'),
      destination: destinationIn(form, kind, spaces),
      permanent: form.has('permanent'),
      captureWildcard: form.has('capture'),
    }
    const found = await attemptForm(async () =>
      saved(
        redirect
          ? await call(`PATCH ${ALL}/:siteRedirectId`, { ...at, siteRedirectId: redirect.id, body })
          : await call(`POST ${ALL}`, { ...at, body }),
      ),
    )
    setFaults(found ?? {})
    return !found
  }
  return (
    <FormDialog
      heading={redirect ? text.editing(redirect.source) : text.add}
      button={words.save}
      cancel={words.cancel}
      save={save}
      close={close}
    >
      <Field
        label={text.source}
        name="source"
        value={redirect?.source ?? '/'}
        help={text.sourceHelp}
        error={faults.source ?? faults.captureWildcard}
        maxLength={512}
      />
      <SelectField
        label={text.kind}
        value={kind}
        choices={(Object.keys(text.kinds) as Kind[])
          .filter((name) => name !== 'section' || sections.length > 0)
          .map((name) => ({ value: name, label: text.kinds[name] }))}
        onChange={(chosen) => setKind(chosen as Kind)}
      />
      {kind === 'external' && (
        <Field
          label={text.url}
          name="url"
          value={before?.kind === 'external' ? before.url : 'https://'}
          error={faults.destination}
          maxLength={2048}
        />
      )}
      {kind === 'section' && (
        <SelectField
          label={text.section}
          name="section"
          value={before?.kind === 'site-section' ? before.siteSectionId : ''}
          choices={sections.map(({ id, title }) => ({ value: id, label: title }))}
        />
      )}
      {kind === 'page' && (
        <>
          <SelectField
            label={text.space}
            name="space"
            value={ofSpace?.id ?? ''}
            choices={spaces.map(({ id, title }) => ({ value: id, label: title }))}
          />
          <Field
            key={path}
            label={text.path}
            name="path"
            value={path}
            help={text.pathHelp}
            error={faults.destination}
            maxLength={2048}
          />
        </>
      )}
      <CheckField
        label={text.permanent}
        name="permanent"
        isOn={redirect?.permanent ?? false}
        help={text.permanentHelp}
      />
      <CheckField
        label={text.capture}
        name="capture"
        isOn={redirect?.captureWildcard ?? false}
        help={text.captureHelp}
      />
    </FormDialog>
  )
}

/** The path of the page that a redirect leads to. */
function usePath(siteSpace: SiteSpace | undefined, pageId: string | undefined): string {
  const { value } = useReading(
    'GET /spaces/:spaceId/content/page/:pageId',
    siteSpace && pageId ? { spaceId: siteSpace.space.id, pageId } : null,
  ).value
  return value && 'path' in value ? String(value.path) : ''
}

function destinationIn(form: FormData, kind: Kind, spaces: readonly SiteSpace[]): Destination {
  if (kind === 'external') return { kind: 'external', url: textIn(form, 'url') }
  if (kind === 'section') return { kind: 'site-section', siteSectionId: textIn(form, 'section') }
  const [siteSpaceId, path] = [textIn(form, 'space'), textIn(form, 'path').replace(/^\/+/, '')]
  if (path === '') return { kind: 'site-space', siteSpaceId }
  return { kind: 'path', spaceId: spaces.find(({ id }) => id === siteSpaceId)!.space.id, path }
}
