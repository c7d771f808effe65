import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Message, readMessages } from './messages.ts'

const line = fc.string().map((text) => text.replace(/[\r\n]/g, ''))
const messages = fc.array(
  fc.record({ id: fc.stringMatching(/^[\w:]{1,8}$/), event: fc.constantFrom('change', 'presence'), data: line }),
)

test('messages are the same, wherever the stream is cut', async () => {
  await fc.assert(
    fc.asyncProperty(messages, fc.array(fc.nat(40)), async (sent, cuts) => {
      const text = sent
        .map(({ id, event, data }) => `: still here\n\nid: ${id}\nevent: ${event}\ndata: ${data}\n\n`)
        .join('')
      const read: Message[] = []
      for await (const message of readMessages(cut(text, cuts))) read.push(message)
      expect(read).toEqual(sent)
    }),
  )
})

async function* cut(text: string, sizes: readonly number[]): AsyncGenerator<string> {
  let at = 0
  for (const size of sizes) {
    yield text.slice(at, at + size)
    at += size
  }
  yield text.slice(at)
}
