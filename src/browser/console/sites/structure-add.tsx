// Adds a space, a section, a group or a link to a site.
import { useState } from 'preact/hooks'
import { Field } from '../../ui/field.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { FormDialog, textIn } from '../../ui/form-dialog.tsx'
import { words } from '../../words.ts'
import { siteWords } from '../../words-sites.ts'
import { call } from '../api/client.ts'
import { useReading } from '../api/store.ts'
import type { Located } from './site-frame.tsx'
import { changeStructure } from './structure-changes.ts'
import { rowsOf, type Section, type Structure } from './structure-rows.ts'

const text = siteWords.structure
const SITE = '/orgs/:organizationId/sites/:siteId'

export type Addition = { add: 'space' | 'section' | 'group' | 'link' } | { add: 'variant'; section: Section }

interface Props extends Located {
  of: Addition
  structure: Structure
  close(): void
}

export function AddPart({ of, structure, at, close }: Props) {
  const [error, setError] = useState<string | undefined>(undefined)
  const save = async (form: FormData) => {
    const title = textIn(form, 'title')
    const needsTitle = of.add === 'group' || of.add === 'link'
    if (needsTitle && title.length < 2) {
      setError(siteWords.fresh.needsTitle)
      return false
    }
    return changeStructure(() => add(at, of, form), text.saved)
  }
  return (
    <FormDialog
      heading={text.adds[of.add]}
      lead={text.addLeads[of.add]}
      button={text.add}
      cancel={words.cancel}
      isChecked={of.add === 'link'}
      save={save}
      close={close}
    >
      {(of.add === 'space' || of.add === 'variant' || of.add === 'section') && (
        <SpaceField organization={at.organizationId} structure={structure} />
      )}
      {of.add === 'section' && (
        <Field label={text.title} name="title" help={text.titleOfSpace} error={error} maxLength={128} />
      )}
      {(of.add === 'group' || of.add === 'link') && (
        <Field label={text.title} name="title" error={error} maxLength={100} />
      )}
      {of.add === 'group' && <SectionsField structure={structure} />}
      {of.add === 'link' && <Field label={text.url} name="url" help={text.urlHelp} maxLength={2048} />}
      {(of.add === 'section' || of.add === 'group' || of.add === 'link') && (
        <Field label={text.icon} name="icon" help={text.iconHelp} maxLength={50} />
      )}
    </FormDialog>
  )
}

/** The spaces that the person may publish and that the site does not show yet. */
function SpaceField({ organization, structure }: { organization: string; structure: Structure }) {
  const { value } = useReading('GET /orgs/:organizationId/spaces', {
    organizationId: organization,
    query: { limit: 1000 },
  }).value
  const shown = new Set(rowsOf(structure).flatMap(({ item }) => (item.object === 'site-space' ? [item.space.id] : [])))
  const spaces = (value?.items ?? []).filter(({ id, permissions }) => permissions.admin && !shown.has(id))
  if (value && spaces.length === 0) return <p class="soft">{text.noSpaces}</p>
  return (
    <SelectField
      label={text.space}
      name="space"
      choices={spaces.map(({ id, title }) => ({ value: id, label: title || words.untitled }))}
    />
  )
}

function SectionsField({ structure }: { structure: Structure }) {
  const sections = rowsOf(structure).flatMap(({ item }) => (item.object === 'site-section' ? [item] : []))
  return (
    <fieldset class="picked">
      <legend>{text.sections}</legend>
      {sections.map(({ id, title }) => (
        <label key={id}>
          <input type="checkbox" name="section" value={id} />
          {title}
        </label>
      ))}
    </fieldset>
  )
}

function add(at: Located['at'], of: Addition, form: FormData): Promise<unknown> {
  const [space, title, icon] = [textIn(form, 'space'), textIn(form, 'title'), textIn(form, 'icon')]
  const named = { ...(title && { title }), ...(icon && { icon }) }
  if (of.add === 'section') return call(`POST ${SITE}/sections`, { ...at, body: { spaceId: space, ...named } })
  if (of.add === 'group') {
    const sections = form.getAll('section').map(String)
    return call(`POST ${SITE}/section-groups`, { ...at, body: { ...named, title, sections } })
  }
  if (of.add === 'link')
    return call(`POST ${SITE}/external-links`, { ...at, body: { ...named, title, url: textIn(form, 'url') } })
  const into = of.add === 'variant' ? { sectionId: of.section.id } : {}
  return call(`POST ${SITE}/site-spaces`, { ...at, body: { spaceId: space, ...into } })
}
