// Adds a redirect, or changes one.
import { useState } from 'preact/hooks'
import { Field } from '../../ui/field.tsx'
import { CheckField, SelectField } from '../../ui/fields.tsx'
import { FormDialog, textIn } from '../../ui/form-dialog.tsx'
import { words } from '../../words.ts'
import { siteWords } from '../../words-sites.ts'
import { CallError, call } from '../api/client.ts'
import { useReading } from '../api/store.ts'
import type { Redirect, Upsert } from './redirect-batch.ts'
import type { Located } from './site-frame.tsx'
import { rowsOf, type SiteSpace, type Structure } from './structure-rows.ts'

const text = siteWords.redirects
type Kind = keyof typeof text.kinds
type Destination = NonNullable<Extract<Upsert, { destination: unknown }>['destination']>

interface Props {
  at: Located['at']
  structure: Structure
  redirect: Redirect | undefined
  close(): void
  changed(): void
}

const kindOf = (redirect: Redirect | undefined): Kind =>
  redirect?.destination.kind === 'external'
    ? 'external'
    : redirect?.destination.kind === 'site-section'
      ? 'section'
      : 'page'

export function RedirectDialog({ at, structure, redirect, close, changed }: Props) {
  const [kind, setKind] = useState<Kind>(kindOf(redirect))
  const [error, setError] = useState<string | undefined>(undefined)
  const parts = rowsOf(structure).map(({ item }) => item)
  const spaces = parts.flatMap((item) => (item.object === 'site-space' ? [item] : []))
  const sections = parts.flatMap((item) => (item.object === 'site-section' ? [item] : []))
  const before = redirect?.destination
  const ofSpace = before && 'siteSpaceId' in before ? spaces.find(({ id }) => id === before.siteSpaceId) : undefined
  const path = usePath(ofSpace, before?.kind === 'site-page' ? before.pageId : undefined)
  const save = async (form: FormData) => {
    const source = textIn(form, 'source')
    const upsert: Upsert = {
      source,
      destination: destinationIn(form, kind, spaces),
      permanent: form.has('permanent'),
      captureWildcard: form.has('capture'),
    }
    const isRenamed = redirect !== undefined && redirect.source !== source
    const redirects: Upsert[] = isRenamed ? [upsert, { source: redirect.source, destination: null }] : [upsert]
    const failure = await failureOf(at, redirects)
    setError(failure)
    if (failure === undefined) changed()
    return failure === undefined
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
        error={error}
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
          <Field key={path} label={text.path} name="path" value={path} help={text.pathHelp} maxLength={2048} />
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

/** Why a redirect was not saved. */
async function failureOf(at: Located['at'], redirects: Upsert[]): Promise<string | undefined> {
  try {
    const { results } = await call('PUT /orgs/:organizationId/sites/:siteId/redirects', { ...at, body: { redirects } })
    return results.find(({ status }) => status === 'error')?.error
  } catch (failure) {
    const [issue] = failure instanceof CallError ? failure.issues : []
    return issue
      ? `${issue.path.replace(/^redirects\.\d+\./, '')} ${issue.message}`
      : String((failure as Error).message)
  }
}
