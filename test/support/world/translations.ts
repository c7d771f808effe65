// Translation settings and the glossary.
import { at } from '../operations.ts'
import { make, ORGANIZATION, type Part } from './part.ts'

const A_TERM = { type: 'insert', translations: { en: 'term' } }

export const translations: Part = {
  makers: {
    translationSettingsId: (world) => make(world, `${ORGANIZATION}/translations`, { title: 'Translations' }),
    glossaryEntryId: async (world) => {
      await make(world, `${ORGANIZATION}/translations-glossary`, { operations: [A_TERM] }, 'PUT')
      return (await world.admin.http.get(at(`${ORGANIZATION}/translations-glossary`, world.ids))).body.items[0].id
    },
  },
  needs: {
    updateGlossaryEntries: { body: () => ({ operations: [A_TERM] }) },
  },
  pointing: [
    {
      id: 'updateGlossaryEntries',
      body: (ids) => ({ operations: [{ type: 'delete', id: ids.glossaryEntryId }] }),
    },
  ],
}
