import { expect, test } from 'vitest'
import { organizationWords } from '../../words-organization.ts'
import { placesBehind } from './groups.ts'

test('every place of an organization is behind one entry of the rail', () => {
  const behind = (['people', 'openapi', 'integrations', 'settings'] as const).flatMap(placesBehind)
  expect(behind.toSorted()).toEqual(Object.keys(organizationWords.places).toSorted())
  expect(placesBehind('openapi')).toEqual(['openapi', 'translations', 'fonts'])
  expect(placesBehind('integrations')).toEqual(['integrations'])
})
