// What a request is told when something other than the request is wrong.
import { fastify } from 'fastify'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { handleErrors } from './failures.ts'

async function answerTo(error: Error) {
  const http = fastify()
  handleErrors(http, pino({ level: 'silent' }))
  http.get('/', () => Promise.reject(error))
  const answer = await http.inject({ url: '/' })
  await http.close()
  return { status: answer.statusCode, message: answer.json().error.message as string }
}

const withCode = (message: string) => Object.assign(new Error(message), { code: 'ERR_MODULE_NOT_FOUND' })

test('a server whose files were replaced while it ran says so', async () => {
  for (const error of [
    withCode("Cannot find module '/lectern/dist/download-X4ZT.js' imported from /lectern/dist/start.js"),
    new SyntaxError("The requested module './start.js' does not provide an export named '_7_send'"),
  ]) {
    const { status, message } = await answerTo(error)
    expect([status, message]).toEqual([503, expect.stringContaining('restart')])
  }
})

test('a package that is not installed and errors of our own are no such thing', async () => {
  for (const error of [
    withCode("Cannot find package 'workerd' imported from /lectern/dist/a.js"),
    new SyntaxError('x'),
  ])
    expect((await answerTo(error)).status).toBe(500)
})
