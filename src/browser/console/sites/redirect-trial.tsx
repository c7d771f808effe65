// Says where an address of a site leads.
import { useId, useState } from 'preact/hooks'
import { textIn } from '../../ui/form-dialog.tsx'
import { siteWords } from '../../words-sites.ts'
import { CallError, call } from '../api/client.ts'
import type { Located } from './site-frame.tsx'

const text = siteWords.redirects.trial

export function RedirectTrial({ at }: Pick<Located, 'at'>) {
  const id = useId()
  const [found, setFound] = useState<string | undefined>(undefined)
  const submitted = async (event: SubmitEvent) => {
    event.preventDefault()
    const path = textIn(new FormData(event.currentTarget as HTMLFormElement), 'path')
    const source = path.startsWith('/') ? path : `/${path}`
    try {
      const { target } = await call('GET /orgs/:organizationId/sites/:siteId/redirect', { ...at, query: { source } })
      setFound(text.leads(source, target))
    } catch (error) {
      const isNothing = error instanceof CallError && error.status === 404
      setFound(isNothing ? text.nothing(source) : String((error as Error).message))
    }
  }
  return (
    <section class="address-trial" aria-label={text.title}>
      <form class="list-filters" onSubmit={submitted}>
        <div class="field">
          <label for={id}>{text.path}</label>
          <input class="input" id={id} name="path" placeholder="/old/page" autocomplete="off" maxLength={512} />
        </div>
        <button type="submit" class="btn">
          {text.test}
        </button>
      </form>
      <p class="small" role="status">
        {found}
      </p>
    </section>
  )
}
