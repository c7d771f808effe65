// Creates a site: what it publishes, what it is called, who may read it, and where.
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Field } from '../../ui/field.tsx'
import { CheckField } from '../../ui/fields.tsx'
import { FormDialog, textIn } from '../../ui/form-dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { say } from '../../ui/toasts.tsx'
import { words } from '../../words.ts'
import { siteWords } from '../../words-sites.ts'
import { attempt } from '../api/attempt.ts'
import { CallError, call } from '../api/client.ts'
import type { Input } from '../api/operations.ts'
import { useReading } from '../api/store.ts'
import { places } from '../places.ts'
import { refreshSites } from './changing.ts'

type NewSiteBody = Input<'POST /orgs/:organizationId/sites'>['body']
type Begin = keyof typeof text.begins

const text = siteWords.fresh
const BEGINS = Object.keys(text.begins) as Begin[]

interface Faults {
  title?: string
  spaces?: string
  basename?: string
}

export function NewSite({ organization, close }: { organization: string; close(): void }) {
  const { route } = useLocation()
  const [begin, setBegin] = useState<Begin>('existing')
  const [faults, setFaults] = useState<Faults>({})
  const { value } = useReading('GET /orgs/:organizationId/spaces', {
    organizationId: organization,
    query: { limit: 1000 },
  }).value
  const spaces = (value?.items ?? []).filter(({ permissions }) => permissions.admin)
  const save = async (form: FormData) => {
    const chosen = form.getAll('space').map(String)
    const [title, basename] = [textIn(form, 'title'), textIn(form, 'basename')]
    const found: Faults = {
      ...(title.length < 2 && { title: text.needsTitle }),
      ...(begin === 'existing' && chosen.length === 0 && { spaces: text.needsSpace }),
    }
    setFaults(found)
    if (Object.keys(found).length > 0) return false
    const body: NewSiteBody = {
      title,
      visibility: textIn(form, 'visibility') as NonNullable<NewSiteBody['visibility']>,
      spaces: begin === 'existing' ? chosen : begin,
      ...(basename && { basename }),
    }
    try {
      const { id } = await call('POST /orgs/:organizationId/sites', { organizationId: organization, body })
      if (form.has('publish'))
        await attempt(() =>
          call('POST /orgs/:organizationId/sites/:siteId/publish', { organizationId: organization, siteId: id }),
        )
      refreshSites()
      route(places.site(id))
      say(text.created)
      return true
    } catch (error) {
      const issue = error instanceof CallError && error.issues.find(({ path }) => path === 'basename')
      const isTaken = error instanceof CallError && error.status === 409
      setFaults({ basename: issue ? text.addressFormat : isTaken ? error.message : words.failed(String(error)) })
      return false
    }
  }
  return (
    <FormDialog
      heading={siteWords.create}
      button={text.createIt}
      cancel={words.cancel}
      class="new-site"
      save={save}
      close={close}
    >
      <Field label={text.title} name="title" help={text.titleHelp} error={faults.title} maxLength={128} />
      <fieldset class="starts">
        <legend>{text.begin}</legend>
        {BEGINS.map((name) => (
          <label key={name}>
            <input type="radio" name="begin" checked={begin === name} onChange={() => setBegin(name)} />
            <span>
              {text.begins[name].label}
              <small class="faint">{text.begins[name].lead}</small>
            </span>
          </label>
        ))}
      </fieldset>
      {begin === 'existing' && (
        <fieldset class="picked">
          <legend>{text.spaces}</legend>
          {value && spaces.length === 0 && <p class="faint">{text.noSpaces}</p>}
          {spaces.map(({ id, title }) => (
            <label key={id}>
              <input type="checkbox" name="space" value={id} />
              {title || words.untitled}
            </label>
          ))}
          {faults.spaces && (
            <p class="error row" role="alert">
              <Icon name="warn" />
              {faults.spaces}
            </p>
          )}
        </fieldset>
      )}
      <AudienceField value="public" />
      <Field label={text.address} name="basename" help={text.addressHelp} error={faults.basename} maxLength={100} />
      <CheckField label={text.publish} name="publish" isOn={false} help={text.publishHelp} />
    </FormDialog>
  )
}

/** Who may read a site. */
export function AudienceField({
  value,
  isTitled = false,
}: {
  value: keyof typeof siteWords.audiences
  isTitled?: boolean
}) {
  return (
    <fieldset class="starts">
      <legend class={isTitled ? 'sr' : ''}>{text.audience}</legend>
      {Object.entries(siteWords.audiences).map(([name, { label, lead }]) => (
        <label key={name}>
          <input type="radio" name="visibility" value={name} defaultChecked={name === value} />
          <span>
            {label}
            <small class="faint">{lead}</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
