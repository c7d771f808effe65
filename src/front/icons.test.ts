import fastify from 'fastify'
import { expect, test } from 'vitest'
import { serveIcons } from './icons.ts'

const http = fastify()
serveIcons(http)
const ask = async (path: string) => (await http.inject(`/~lectern/icons${path}`)).json()

test('icons are sent a few at a time, by name and by alias; unknown ones are null', async () => {
  const found = await ask('?names=ship,fa-anchor,gear,cog,nothing-like-it')
  expect(Object.keys(found)).toEqual(['ship', 'fa-anchor', 'gear', 'cog', 'nothing-like-it'])
  expect(found.ship).toEqual({ width: 640, height: 512, paths: [expect.stringMatching(/^M/)] })
  expect(found['fa-anchor'].paths).toHaveLength(1)
  expect(found.cog).toEqual(found.gear)
  expect(found['nothing-like-it']).toBeNull()
  expect(Object.keys(await ask(`?names=${Array.from({ length: 150 }, (_, at) => `x${at}`)}`))).toHaveLength(100)
})

test('the names of all icons come without drawings, brands last', async () => {
  const names: string[] = await ask('')
  expect(names.length).toBeGreaterThan(1500)
  expect(new Set(names).size).toBe(names.length)
  expect(names).toContain('ship')
  expect(names.indexOf('github')).toBeGreaterThan(names.indexOf('ship'))
})
