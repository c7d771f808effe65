// What pages need besides, for what is in them: stylesheets and scripts for interfaces of integrations and for APIs.
import type { StaticFiles } from '../../server/static-files.ts'
import type { PageModel } from '../model/page.ts'
import type { Look } from './look.ts'

/** Nothing in them can be used, so the stylesheet is enough. */
export const withStills = (look: Look, { body }: PageModel, { interfaceStyles }: StaticFiles): Look =>
  body.text.includes('<div class="interface block">') ? { ...look, sheets: [...look.sheets, interfaceStyles] } : look

export function withInterfaces(look: Look, { body }: PageModel, files: StaticFiles): Look {
  if (!body.text.includes('<lectern-interface ')) return look
  return {
    ...look,
    sheets: [...look.sheets, files.interfaceStyles],
    scripts: [...look.scripts, files.interfaceScript],
  }
}

/** Pages that show an API have a stylesheet more, and a script where there are forms. */
export function withApi(look: Look, { showsApi, body }: PageModel, { apiStyles, apiScript }: StaticFiles): Look {
  if (!showsApi) return look
  const hasForms = body.text.includes('<lectern-try ')
  return {
    ...look,
    sheets: [...look.sheets, apiStyles],
    scripts: hasForms ? [...look.scripts, apiScript] : look.scripts,
  }
}
