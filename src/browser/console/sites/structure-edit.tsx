// Changes a part of a site: what it is called, its path, who sees it.
import { useState } from 'preact/hooks'
import { Field } from '../../ui/field.tsx'
import { CheckField } from '../../ui/fields.tsx'
import { FormDialog, textIn } from '../../ui/form-dialog.tsx'
import { words } from '../../words.ts'
import { siteWords } from '../../words-sites.ts'
import type { Faults } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import type { Located } from './site-frame.tsx'
import { type Change, changeStructureBy } from './structure-changes.ts'
import type { Item } from './structure-rows.ts'

const text = siteWords.structure
const SITE = '/orgs/:organizationId/sites/:siteId'

interface Props extends Located {
  item: Item
  change: Change
  close(): void
}

export function EditPart({ site, at, item, change, close }: Props) {
  const [wrong, setWrong] = useState<Faults>({})
  const save = async (form: FormData) => {
    const work = () => update(at, item, form)
    const isMoving = 'path' in item && textIn(form, 'path') !== item.path && site.published
    const complaint = await complaintAbout(textIn(form, 'condition'))
    if (!complaint && isMoving) {
      change(item.title, true, work)
      return true
    }
    const faults = complaint ? { condition: complaint } : await changeStructureBy(work, text.saved)
    setWrong(faults ?? {})
    return !faults
  }
  return (
    <FormDialog heading={text.editing(item.title)} button={words.save} cancel={words.cancel} save={save} close={close}>
      {item.object !== 'site-space' && (
        <Field label={text.title} name="title" error={wrong.title} value={item.title} maxLength={128} />
      )}
      {'path' in item && (
        <Field
          label={text.path}
          name="path"
          error={wrong.path}
          value={item.path}
          help={site.published ? text.pathMoves : text.pathHelp}
          maxLength={100}
        />
      )}
      {item.object === 'site-external-link' && (
        <Field label={text.url} name="url" error={wrong.url} value={item.url} help={text.urlHelp} maxLength={2048} />
      )}
      {(item.object === 'site-section' || item.object === 'site-external-link') && (
        <Field
          label={text.description}
          name="description"
          error={wrong.description}
          value={item.description ?? ''}
          maxLength={256}
        />
      )}
      {item.object !== 'site-space' && (
        <Field
          label={text.icon}
          name="icon"
          error={wrong.icon}
          value={item.icon ?? ''}
          help={text.iconHelp}
          maxLength={50}
        />
      )}
      {item.object !== 'site-section-group' && (
        <Field
          label={text.condition}
          name="condition"
          error={wrong.condition}
          value={item.condition ?? ''}
          help={text.conditionHelp}
          maxLength={1024}
        />
      )}
      {item.object === 'site-external-link' && (
        <CheckField label={text.hidden} name="draft" isOn={item.draft} help={text.hiddenHelp} />
      )}
    </FormDialog>
  )
}

/** What is wrong with a condition, before anybody is asked whether addresses may move. */
async function complaintAbout(condition: string): Promise<string | undefined> {
  const { findExpressionError } = await import('../../../expressions/index.ts')
  return condition === '' ? undefined : findExpressionError(condition)
}

function update(at: Located['at'], item: Item, form: FormData): Promise<unknown> {
  const [title, icon] = [textIn(form, 'title'), textIn(form, 'icon') || null]
  const [condition, description] = [textIn(form, 'condition') || null, textIn(form, 'description') || null]
  const path = textIn(form, 'path')
  // An empty path stays as it is: the API makes it from the title.
  const moved = 'path' in item && path !== '' && path !== item.path ? { path } : {}
  if (item.object === 'site-space')
    return call(`PATCH ${SITE}/site-spaces/:siteSpaceId`, {
      ...at,
      siteSpaceId: item.id,
      body: { condition, ...moved },
    })
  if (item.object === 'site-section')
    return call(`PATCH ${SITE}/sections/:siteSectionId`, {
      ...at,
      siteSectionId: item.id,
      body: { title, icon, description, condition, ...moved },
    })
  if (item.object === 'site-section-group')
    return call(`PATCH ${SITE}/section-groups/:siteSectionGroupId`, {
      ...at,
      siteSectionGroupId: item.id,
      body: { title, icon },
    })
  const link = { title, icon, description, condition, url: textIn(form, 'url'), draft: form.has('draft') }
  return call(`PATCH ${SITE}/external-links/:siteExternalLinkId`, { ...at, siteExternalLinkId: item.id, body: link })
}
