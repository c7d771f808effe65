// Pages with interfaces of integrations have a stylesheet and a script more.
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
