// The settings of an organization: what it is called, where it is, and how people get in.
import { Field } from '../../ui/field.tsx'
import { CheckField, SelectField } from '../../ui/fields.tsx'
import { textIn } from '../../ui/form-dialog.tsx'
import { words } from '../../words.ts'
import { organizationWords } from '../../words-organization.ts'
import { call } from '../api/client.ts'
import { refresh, useReading } from '../api/store.ts'
import { OrganizationFrame, type OrganizationJson } from '../organization/frame.tsx'
import { SettingsForm } from '../organization/settings-form.tsx'
import { ROLES, roleIn } from '../people/role-field.tsx'

const text = organizationWords.settings

export const OrganizationSettings = ({ organizationId }: { organizationId: string }) => (
  <OrganizationFrame organizationId={organizationId} at="settings">
    {(organization) => (
      <div class="settings-parts" key={organization.id}>
        <General organization={organization} />
        <Joining organization={organization} />
      </div>
    )}
  </OrganizationFrame>
)

type Patch = Parameters<typeof call<'PATCH /orgs/:organizationId'>>[1]['body']

export async function updateOrganization(organizationId: string, body: Patch): Promise<void> {
  await call('PATCH /orgs/:organizationId', { organizationId, body })
  refresh('GET /orgs/:organizationId', 'GET /orgs')
}

function General({ organization }: { organization: OrganizationJson }) {
  const { id, title, hostname = '', urls, defaultContent } = organization
  const sites = useReading('GET /orgs/:organizationId/sites', { organizationId: id, query: { limit: 1000 } }).value
  const save = (form: FormData) => {
    const site = textIn(form, 'defaultContent')
    return updateOrganization(id, {
      title: textIn(form, 'title'),
      ...(textIn(form, 'hostname') && { hostname: textIn(form, 'hostname') }),
      logo: textIn(form, 'logo') || null,
      defaultContent: site ? { type: 'site', site } : null,
    })
  }
  return (
    <section aria-label={text.general}>
      <h2>{text.general}</h2>
      <SettingsForm save={save} done={text.saved}>
        {(faults) => (
          <>
            <Field label={text.title} name="title" value={title} maxLength={255} error={faults.title} />
            <Field
              label={text.logo}
              name="logo"
              value={urls.logo ?? ''}
              help={text.logoHelp}
              maxLength={2048}
              error={faults.logo}
            />
            {urls.logo && <img class="logo-shown" src={urls.logo} alt={text.logoNow} />}
            <Field
              label={text.hostname}
              name="hostname"
              value={hostname}
              help={text.hostnameHelp}
              maxLength={32}
              error={faults.hostname}
            />
            <SelectField
              key={sites.value?.items.length}
              label={text.site}
              name="defaultContent"
              value={defaultContent?.site ?? ''}
              help={text.siteHelp}
              choices={[
                { value: '', label: text.noSite },
                ...(sites.value?.items ?? []).map((site) => ({ value: site.id, label: site.title })),
              ]}
            />
          </>
        )}
      </SettingsForm>
    </section>
  )
}

function Joining({ organization }: { organization: OrganizationJson }) {
  const { id, emailDomains, defaultRole, inviteLinks } = organization
  const save = (form: FormData) =>
    updateOrganization(id, {
      emailDomains: textIn(form, 'emailDomains')
        .split(/[\s,;]+/)
        .filter(Boolean),
      defaultRole: roleIn(form),
      inviteLinks: form.has('inviteLinks'),
    })
  return (
    <section aria-label={text.joining}>
      <h2>{text.joining}</h2>
      <SettingsForm save={save} done={text.saved}>
        {(faults) => (
          <>
            <Field
              label={text.domains}
              name="emailDomains"
              value={emailDomains.join(', ')}
              help={text.domainsHelp}
              error={faults.emailDomains}
            />
            <SelectField
              label={text.defaultRole}
              name="role"
              value={defaultRole ?? 'guest'}
              help={text.defaultRoleHelp}
              choices={ROLES.map((value) => ({ value, label: words.people.roles[value] }))}
            />
            <CheckField label={text.inviteLinks} name="inviteLinks" isOn={inviteLinks} help={text.inviteLinksHelp} />
          </>
        )}
      </SettingsForm>
    </section>
  )
}
