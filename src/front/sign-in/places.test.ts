import { expect, test } from 'vitest'
import { routesOf } from '../../server/later-routes.ts'
import type { SignInOptions } from './context.ts'
import { addPages } from './every-page.ts'
import { placesOf } from './places.ts'

test.each([true, false])('the places of pages are those of the pages themselves, with mail: %s', (mail) => {
  const options = { urls: { base: 'https://docs.example' }, settings: { mail } } as SignInOptions
  const pages = [...routesOf(addPages(options, '/script.js')).keys()]
  expect(placesOf({ mail }).toSorted()).toEqual(pages.toSorted())
  expect(pages.length).toBeGreaterThan(50)
})
