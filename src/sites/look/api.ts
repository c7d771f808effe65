// Pages that show an API look like others, with a stylesheet more, and a script where there are forms.
import type { StaticFiles } from '../../server/static-files.ts'
import type { PageModel } from '../model/page.ts'
import type { Look } from './look.ts'

export function withApi(look: Look, { showsApi, body }: PageModel, { apiStyles, apiScript }: StaticFiles): Look {
  if (!showsApi) return look
  const hasForms = body.text.includes('<lectern-try ')
  return {
    ...look,
    sheets: [...look.sheets, apiStyles],
    scripts: hasForms ? [...look.scripts, apiScript] : look.scripts,
  }
}
