// Translations: the languages of the organization, and its glossary.
import { useState } from 'preact/hooks'
import { Confirm } from '../../ui/confirm.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog, textIn } from '../../ui/form-dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { words } from '../../words.ts'
import { translationWords as text } from '../../words-translations.ts'
import { attempt, attemptForm, type Faults } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import type { ReplyTo } from '../api/operations.ts'
import { refresh, useReading } from '../api/store.ts'
import { OrganizationFrame } from '../organization/frame.tsx'
import { Read } from '../reading.tsx'
import { Glossary } from './glossary.tsx'
import { LANGUAGES, type Language, nameOfLanguage } from './languages.ts'

const SETS = 'GET /orgs/:organizationId/translations'
type LanguageSet = ReplyTo<typeof SETS>['items'][number]

export const Translations = ({ organizationId }: { organizationId: string }) => (
  <OrganizationFrame organizationId={organizationId} at="translations">
    {({ permissions }) => (
      <>
        <Sets organization={organizationId} mayEdit={permissions.createContent} />
        <Glossary organization={organizationId} mayEdit={permissions.createContent} />
      </>
    )}
  </OrganizationFrame>
)

function Sets({ organization, mayEdit }: { organization: string; mayEdit: boolean }) {
  const at = { organizationId: organization }
  const [editing, setEditing] = useState<LanguageSet | 'new' | undefined>(undefined)
  const [removing, setRemoving] = useState<LanguageSet | undefined>(undefined)
  const sets = useReading(SETS, { ...at, query: { limit: 1000 } }).value
  const remove = ({ id }: LanguageSet) =>
    attempt(async () => {
      const path = 'DELETE /orgs/:organizationId/translations/:translationSettingsId'
      await call(path, { ...at, translationSettingsId: id })
      refresh(SETS)
    })
  return (
    <section aria-label={text.sets}>
      <h2>
        <span class="grow">{text.sets}</span>
        {mayEdit && (
          <button type="button" class="btn s" onClick={() => setEditing('new')}>
            <Icon name="plus" />
            {text.createSet}
          </button>
        )}
      </h2>
      <p class="soft">{text.setsLead}</p>
      <Read of={sets}>
        {({ items }) => (
          <>
            {items.length === 0 && <p class="none">{text.noSets}</p>}
            <ul class="lines">
              {items.map((set) => (
                <li key={set.id}>
                  <Icon name="globe" />
                  <div>
                    <b>{set.title}</b>
                    <p class="faint">{set.languages.map(nameOfLanguage).join(', ') || text.noLanguages}</p>
                  </div>
                  {mayEdit && (
                    <div class="row">
                      <button
                        type="button"
                        class="btn bare icon s"
                        aria-label={text.editSet(set.title)}
                        onClick={() => setEditing(set)}
                      >
                        <Icon name="edit" />
                      </button>
                      <button
                        type="button"
                        class="btn bare icon s"
                        aria-label={text.removeSet(set.title)}
                        onClick={() => setRemoving(set)}
                      >
                        <Icon name="trash" />
                      </button>
                    </div>
                  )}
                </li>
              ))}
            </ul>
          </>
        )}
      </Read>
      {editing && (
        <SetDialog
          organization={organization}
          set={editing === 'new' ? undefined : editing}
          close={() => setEditing(undefined)}
        />
      )}
      {removing && (
        <Confirm
          title={text.removeSetAsk(removing.title)}
          lead={text.removeSetLead}
          button={text.remove}
          cancel={words.cancel}
          run={() => remove(removing)}
          close={() => setRemoving(undefined)}
        />
      )}
    </section>
  )
}

function SetDialog(props: { organization: string; set: LanguageSet | undefined; close(): void }) {
  const { organization, set, close } = props
  const [faults, setFaults] = useState<Faults>({})
  const at = { organizationId: organization }
  const save = async (form: FormData) => {
    const body = { title: textIn(form, 'title'), languages: form.getAll('languages') as Language[] }
    const found = await attemptForm(async () => {
      if (set) {
        const path = 'PUT /orgs/:organizationId/translations/:translationSettingsId'
        await call(path, { ...at, translationSettingsId: set.id, body })
      } else await call('POST /orgs/:organizationId/translations', { ...at, body })
      refresh(SETS)
    })
    setFaults(found ?? {})
    return !found
  }
  const heading = set ? text.editSet(set.title) : text.createSet
  return (
    <FormDialog heading={heading} button={words.save} cancel={words.cancel} save={save} close={close}>
      <Field label={text.title} name="title" value={set?.title ?? ''} maxLength={100} error={faults.title} />
      <fieldset class="group">
        <legend>{text.languages}</legend>
        <div class="many-choices scroll">
          {LANGUAGES.map((language) => (
            <label key={language}>
              <input
                type="checkbox"
                name="languages"
                value={language}
                defaultChecked={set?.languages.includes(language) ?? false}
              />{' '}
              {nameOfLanguage(language)}
            </label>
          ))}
        </div>
      </fieldset>
    </FormDialog>
  )
}
