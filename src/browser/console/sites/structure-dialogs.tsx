// Adds a part to a site, changes one, or takes one off.
import { Confirm } from '../../ui/confirm.tsx'
import { words } from '../../words.ts'
import { siteWords } from '../../words-sites.ts'
import { call } from '../api/client.ts'
import type { Located } from './site-frame.tsx'
import { type Addition, AddPart } from './structure-add.tsx'
import { type Change, changeStructure } from './structure-changes.ts'
import { EditPart } from './structure-edit.tsx'
import type { Item, Structure } from './structure-rows.ts'

const text = siteWords.structure
const SITE = '/orgs/:organizationId/sites/:siteId'

export type Asked = Addition | { edit: Item } | { remove: Item }

interface Props extends Located {
  asked: Asked
  structure: Structure
  change: Change
  close(): void
}

export function StructureDialog({ asked, structure, change, close, ...located }: Props) {
  if ('add' in asked) return <AddPart {...located} of={asked} structure={structure} close={close} />
  if ('edit' in asked) return <EditPart {...located} item={asked.edit} change={change} close={close} />
  const { title } = asked.remove
  return (
    <Confirm
      title={text.removeAsk(title)}
      lead={text.removeLeads[asked.remove.object]}
      button={text.remove}
      cancel={words.cancel}
      run={() => changeStructure(() => remove(located.at, asked.remove), text.removed(title))}
      close={close}
    />
  )
}

function remove(at: Located['at'], { object, id }: Item): Promise<unknown> {
  if (object === 'site-space') return call(`DELETE ${SITE}/site-spaces/:siteSpaceId`, { ...at, siteSpaceId: id })
  if (object === 'site-section') return call(`DELETE ${SITE}/sections/:siteSectionId`, { ...at, siteSectionId: id })
  if (object === 'site-section-group')
    return call(`DELETE ${SITE}/section-groups/:siteSectionGroupId`, { ...at, siteSectionGroupId: id })
  return call(`DELETE ${SITE}/external-links/:siteExternalLinkId`, { ...at, siteExternalLinkId: id })
}
