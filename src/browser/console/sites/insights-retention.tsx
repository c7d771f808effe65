// How long insights of a site are kept.
import { SelectField } from '../../ui/fields.tsx'
import { siteWords } from '../../words-sites.ts'
import { call } from '../api/client.ts'
import { refresh } from '../api/store.ts'
import { SettingsForm } from '../organization/settings-form.tsx'
import type { Located } from './site-frame.tsx'

const text = siteWords.insights.retention
const CHOICES = [30, 90, 180, 365] as const

export function Retention({ at, site }: Located) {
  const { insightsDays } = site
  const days = [...new Set([...CHOICES, ...(insightsDays ? [insightsDays] : [])])].sort((a, b) => a - b)
  const save = async (form: FormData) => {
    const chosen = Number(form.get('days'))
    await call('PATCH /orgs/:organizationId/sites/:siteId', { ...at, body: { insightsDays: chosen || null } })
    refresh('GET /orgs/:organizationId/sites/:siteId')
  }
  return (
    <section aria-label={text.title}>
      <h2>{text.title}</h2>
      <SettingsForm save={save} done={text.saved}>
        {() => (
          <SelectField
            label={text.label}
            name="days"
            help={text.help}
            value={String(insightsDays ?? '')}
            choices={[
              { value: '', label: text.asServer },
              ...days.map((count) => ({ value: String(count), label: text.days(count) })),
            ]}
          />
        )}
      </SettingsForm>
    </section>
  )
}
