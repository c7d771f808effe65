// What a webhook is told, and where.
import { useState } from 'preact/hooks'
import { Field } from '../../ui/field.tsx'
import { FormDialog, textIn } from '../../ui/form-dialog.tsx'
import { words } from '../../words.ts'
import { webhookWords as text } from '../../words-webhooks.ts'
import { attemptForm, type Faults } from '../api/attempt.ts'
import type { Input, ReplyTo } from '../api/operations.ts'
import { useReading } from '../api/store.ts'

export type WebhookJson = ReplyTo<'GET /orgs/:organizationId/webhooks/:webhookId'>

export type WebhookFields = Input<'POST /orgs/:organizationId/webhooks'>['body']

interface Props {
  organization: string
  /** The webhook to change; without one, a webhook is created. */
  webhook?: WebhookJson
  save(fields: WebhookFields): Promise<unknown>
  close(): void
}

export function WebhookDialog({ organization, webhook, save, close }: Props) {
  const [faults, setFaults] = useState<Faults>({})
  const submitted = async (form: FormData) => {
    const description = textIn(form, 'description')
    const found = await attemptForm(() =>
      save({
        url: textIn(form, 'url'),
        ...(description && { description }),
        events: form.getAll('events').map(String) as NonNullable<WebhookFields['events']>,
        spaces: form.getAll('spaces').map(String),
      }),
    )
    setFaults(found ?? {})
    return !found
  }
  return (
    <FormDialog
      heading={webhook ? text.edit : text.create}
      button={webhook ? words.save : text.create}
      cancel={words.cancel}
      class="wide-dialog"
      save={submitted}
      close={close}
    >
      <Field label={text.url} name="url" value={webhook?.url ?? ''} maxLength={2048} error={faults.url} />
      <Field label={text.description} name="description" value={webhook?.description ?? ''} maxLength={256} />
      <Events organization={organization} chosen={webhook?.events ?? []} />
      <Spaces organization={organization} chosen={webhook?.spaces ?? []} />
    </FormDialog>
  )
}

function Events({ organization, chosen }: { organization: string; chosen: readonly string[] }) {
  const { value } = useReading('GET /orgs/:organizationId/audit-event-actions', { organizationId: organization }).value
  // Events of the server belong to no organization.
  const choices = (value?.items ?? []).filter(({ id }) => !id.startsWith('server.'))
  return <Choices legend={text.events} help={text.eventsHelp} name="events" choices={choices} chosen={chosen} />
}

function Spaces({ organization, chosen }: { organization: string; chosen: readonly string[] }) {
  const input = { organizationId: organization, query: { limit: 1000 } }
  const { value } = useReading('GET /orgs/:organizationId/spaces', input).value
  const choices = (value?.items ?? []).map(({ id, title }) => ({ id, label: title || words.untitled }))
  return <Choices legend={text.spaces} help={text.spacesHelp} name="spaces" choices={choices} chosen={chosen} />
}

interface ChoicesProps {
  legend: string
  help: string
  name: string
  choices: readonly { id: string; label: string }[]
  chosen: readonly string[]
}

function Choices({ legend, help, name, choices, chosen }: ChoicesProps) {
  const [search, setSearch] = useState('')
  const isFound = (label: string) => label.toLowerCase().includes(search.toLowerCase())
  return (
    <fieldset class="group">
      <legend>{legend}</legend>
      <p class="help">{help}</p>
      <input
        class="input"
        type="search"
        aria-label={text.find(legend)}
        placeholder={text.find(legend)}
        onInput={({ currentTarget }) => setSearch(currentTarget.value.trim())}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <div class="many-choices scroll">
        {choices.map(({ id, label }) => (
          <label key={id} hidden={!isFound(label)}>
            <input type="checkbox" name={name} value={id} defaultChecked={chosen.includes(id)} /> {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
