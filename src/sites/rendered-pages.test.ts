import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { askedBy, createRenderedPages, type Drawing } from './rendered-pages.ts'
import { toDrawn } from './replies.ts'

const drawing = (text: string, more: Partial<Drawing> = {}): Drawing => ({
  page: toDrawn(200, 'text/html', text, ''),
  isLasting: true,
  ...more,
})

test('readers who come at once share a drawing, and those after them its page', async () => {
  const pages = createRenderedPages()
  let drawn = 0
  const render = (key: string) => pages.render(key, async () => drawing(`page ${++drawn}`))
  const [one, other, elsewhere] = await Promise.all([render('a'), render('a'), render('b')])
  expect([drawn, one === other, one === elsewhere]).toEqual([2, true, false])
  expect(await render('a')).toBe(one)
  await expect(pages.render('c', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(String((await render('c')).page.bytes)).toBe('page 3')
})

test('what was asked for leads to its page until something is committed', async () => {
  const pages = createRenderedPages()
  const page = await pages.render('a', async () => drawing('page'))
  expect(pages.find('/a', 'state 1')).toBeUndefined()
  pages.remember('/a', 'state 1', page)
  expect([pages.find('/a', 'state 1'), pages.find('/a', 'state 2')]).toEqual([page, undefined])
  pages.remember('/a', 'state 2', page)
  expect(pages.find('/a', 'state 2')).toBe(page)
})

test('a page that does not last is drawn again, and one whose colors are on their way when they have come', async () => {
  const pages = createRenderedPages()
  const render = (key: string, more: Partial<Drawing>) => pages.render(key, async () => drawing('page', more))
  expect((await render('a', { isLasting: false })).isFinal).toBe(false)
  expect(await render('a', {})).toMatchObject({ isFinal: true })
  let arrive = () => {}
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const early = await render('b', { arrival })
  expect([early.isFinal, await render('b', {})]).toEqual([false, early])
  arrive()
  await arrival
  expect(await render('b', {})).not.toBe(early)
})

test('who may see another page asks for something of their own', () => {
  const asked = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
    askedBy({ method, protocol: 'http', host: 'docs', raw: { url }, headers } as unknown as FastifyRequest)
  expect(asked('/a')).toBe(asked('/a', { cookie: 'other=1' }))
  expect(asked('/a')).not.toBe(asked('/a', { cookie: 'lectern-theme=dark' }))
  expect(asked('/a')).not.toBe(asked('/a', { accept: 'text/markdown' }))
  expect(asked('/a', { cookie: 'lectern-visitor-1=token' })).toBeUndefined()
  expect(asked('/a', { cookie: 'lectern_session=token' })).toBeUndefined()
  expect([asked('/a', {}, 'POST'), asked('/site/~lectern/search?q=a')]).toEqual([undefined, undefined])
})
