// Pages with interfaces of integrations have a stylesheet and a script more.
import type { StaticFiles } from '../../server/static-files.ts'
import type { PageModel } from '../model/page.ts'
import type { Look } from './look.ts'

export function withInterfaces(look: Look, { body }: PageModel, files: StaticFiles): Look {
  if (!body.text.includes('<lectern-interface ')) return look
  return {
    ...look,
    sheets: [...look.sheets, files.interfaceStyles],
    scripts: [...look.scripts, files.interfaceScript],
  }
}
