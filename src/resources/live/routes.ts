import { routes } from '../../server/operation.ts'
import { LiveReply, NewPresence, StreamQuery } from './schemas.ts'

export const liveRoutes = routes('Live', {
  getUserStream: {
    get: '/user/stream',
    can: 'user',
    bound: true,
    stream: true,
    query: StreamQuery,
    reply: LiveReply,
    summary:
      'Get what happened in spaces since a place in the log, and who is there. With `Accept: text/event-stream`, a stream of it: `change` events, with their ids, and `presence` events',
  },
  updatePresence: {
    put: '/spaces/:spaceId/presence',
    can: 'space.view',
    body: NewPresence,
    bodyLimit: 4096,
    status: 204,
    event: 'space.presence.updated',
    summary: 'Say where you are in a space. It is forgotten after half a minute',
  },
})
