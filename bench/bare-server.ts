// The yardstick: a Fastify route that answers fixed bytes and does nothing else. What it reaches is what this machine
// can do right now.
import fastify from 'fastify'

const body = process.env.BARE_BODY ?? '{}'
const http = fastify()
http.removeAllContentTypeParsers()
http.addContentTypeParser('application/json', { parseAs: 'string' }, async (_request: unknown, text: string) =>
  JSON.parse(text),
)
const answer = async (_request: unknown, reply: { type(type: string): { send(body: string): unknown } }) =>
  reply.type('application/json; charset=utf-8').send(body)
http.get('/*', answer)
http.post('/*', answer)
await http.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
