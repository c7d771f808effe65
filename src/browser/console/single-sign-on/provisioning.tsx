// SCIM: an identity provider adds and removes members and teams by itself.
import { useState } from 'preact/hooks'
import { Confirm } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { textIn } from '../../ui/form-dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Time } from '../../ui/time.tsx'
import { words } from '../../words.ts'
import { signInWords as text } from '../../words-sign-in.ts'
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import type { ReplyTo } from '../api/operations.ts'
import { refresh, useReading } from '../api/store.ts'
import { SettingsForm } from '../organization/settings-form.tsx'
import { Read } from '../reading.tsx'
import { CopiedValue } from './copied-value.tsx'
import { PRODUCTS, type Product } from './frame.tsx'

const TOKENS = 'GET /orgs/:organizationId/scim-tokens'
type Created = ReplyTo<'POST /orgs/:organizationId/scim-tokens'>
type Token = ReplyTo<typeof TOKENS>['items'][number]

export function Provisioning({ organization }: { organization: string }) {
  const [created, setCreated] = useState<Created | undefined>(undefined)
  const [removing, setRemoving] = useState<Token | undefined>(undefined)
  const at = { organizationId: organization }
  const tokens = useReading(TOKENS, { ...at, query: { limit: 100 } }).value
  const create = async (form: FormData) => {
    const body = { label: textIn(form, 'label') }
    setCreated(await call('POST /orgs/:organizationId/scim-tokens', { ...at, body }))
    refresh(TOKENS)
  }
  const remove = ({ id }: Token) =>
    attempt(async () => {
      await call('DELETE /orgs/:organizationId/scim-tokens/:scimTokenId', { ...at, scimTokenId: id })
      refresh(TOKENS)
    })
  return (
    <section aria-label={text.provisioning}>
      <h2>{text.provisioning}</h2>
      <p class="soft">{text.provisioningLead}</p>
      <Read of={tokens}>
        {({ items }) => (
          <ul class="lines">
            {items.map((token) => (
              <li key={token.id}>
                <Icon name="link" />
                <div>
                  <b>{token.label}</b>
                  <p class="faint">
                    {token.lastUsedAt ? (
                      <>
                        {text.lastUsed} <Time at={token.lastUsedAt} />
                      </>
                    ) : (
                      text.neverUsed
                    )}
                  </p>
                </div>
                <button
                  type="button"
                  class="btn bare s"
                  aria-label={text.removeToken(token.label)}
                  onClick={() => setRemoving(token)}
                >
                  {text.remove}
                </button>
              </li>
            ))}
          </ul>
        )}
      </Read>
      <SettingsForm key={created?.id} button={text.createToken} save={create}>
        {(faults) => (
          <Field label={text.tokenLabel} name="label" help={text.tokenHelp} maxLength={100} error={faults.label} />
        )}
      </SettingsForm>
      {created && <Values created={created} close={() => setCreated(undefined)} />}
      {removing && (
        <Confirm
          title={text.removeTokenAsk(removing.label)}
          lead={text.removeTokenLead}
          button={text.remove}
          cancel={words.cancel}
          run={() => remove(removing)}
          close={() => setRemoving(undefined)}
        />
      )}
    </section>
  )
}

/** The values to copy. The token is shown only now. */
function Values({ created, close }: { created: Created; close(): void }) {
  const [product, setProduct] = useState<Product>('okta')
  const guide = text.guides[product].scim
  return (
    <Dialog label={text.scimValues} onClose={close}>
      <div class="body">
        <header>
          <div>
            <h2>{text.scimValues}</h2>
            <p>{text.onceOnly}</p>
          </div>
        </header>
        <SelectField
          label={text.product}
          value={product}
          choices={PRODUCTS.map((value) => ({ value, label: text.guides[value].name }))}
          onChange={(value) => setProduct(value as Product)}
        />
        <p class="soft">{guide.where}</p>
        <CopiedValue label={guide.endpoint} value={created.endpoint} />
        <CopiedValue label={guide.token} value={created.token} />
        {guide.after && <p class="soft">{guide.after}</p>}
      </div>
      <footer>
        <button type="button" class="btn main" onClick={close}>
          {words.done}
        </button>
      </footer>
    </Dialog>
  )
}
