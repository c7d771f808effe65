import { expect, test } from 'vitest'
import { Customization } from '../../../shapes/customization.ts'
import { settingAt } from './settings.ts'
import { GROUPS } from './settings-form.ts'

const { 'styling.font': text, 'styling.monospaceFont': code } = GROUPS.type
const namesOf = (kind: typeof text) => (kind?.kind === 'font' ? kind.names : [])

test('fonts are those of the API, under the names that people know', () => {
  const shape = (name: string) =>
    settingAt(Customization as never, `properties.styling.properties.${name}.anyOf.0.enum`)
  expect(namesOf(text).map(({ value }) => value)).toEqual(shape('font'))
  expect(namesOf(code).map(({ value }) => value)).toEqual(shape('monospaceFont'))
  const labels = [...namesOf(text), ...namesOf(code)].map(({ label }) => label)
  expect(labels).toEqual(expect.arrayContaining(['ABC Favorit', 'IBM Plex Mono', 'JetBrains Mono', 'DM Mono', 'Lato']))
})
