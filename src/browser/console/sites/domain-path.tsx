// A path of another site at which readers find this one: the server there forwards it.
import { Field } from '../../ui/field.tsx'
import { textIn } from '../../ui/form-dialog.tsx'
import { siteWords } from '../../words-sites.ts'
import { call } from '../api/client.ts'
import { SettingsForm } from '../organization/settings-form.tsx'
import { refreshSites } from './changing.ts'
import { CopiedText } from './copied-text.tsx'
import { Records } from './domain-records.tsx'
import type { Located } from './site-frame.tsx'

const text = siteWords.domain.proxy

export function ForwardedPath({ site, at }: Located) {
  const { proxy } = site
  const save = async (form: FormData) => {
    const origin = textIn(form, 'proxy')
      .replace(/^https?:\/\//i, '')
      .replace(/\/+$/, '')
    await call('PATCH /orgs/:organizationId/sites/:siteId', { ...at, body: { proxy: origin || null } })
    refreshSites()
  }
  return (
    <section aria-label={text.title}>
      <h2>{text.title}</h2>
      <p class="soft">{text.lead}</p>
      <SettingsForm key={proxy?.origin} save={save} done={text.saved}>
        {(faults) => (
          <Field
            label={text.origin}
            name="proxy"
            value={proxy?.origin ?? ''}
            help={text.originHelp}
            error={faults.proxy}
            maxLength={512}
          />
        )}
      </SettingsForm>
      {proxy && (
        <>
          <dl class="facts">
            <dt>{text.target}</dt>
            <dd>
              <CopiedText value={proxy.target} label={text.target} />
              <p class="small faint">{text.targetHelp(proxy.origin)}</p>
            </dd>
          </dl>
          <Records site={site} hostname={proxy.origin.slice(0, proxy.origin.indexOf('/'))} isForwarding />
        </>
      )}
    </section>
  )
}
