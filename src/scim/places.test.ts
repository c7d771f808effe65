import { expect, test } from 'vitest'
import { routesOf } from '../server/later-routes.ts'
import { addRoutes } from './every-route.ts'
import { PLACES } from './index.ts'

test('the places of SCIM are those that answer', () => {
  const routes = [...routesOf(addRoutes({} as never, { base: 'https://docs.example' } as never)).keys()]
  expect(PLACES.toSorted()).toEqual(routes.toSorted())
})
