import Type from 'typebox'
import { routes } from '../../server/operation.ts'
import { named } from '../../server/schemas.ts'

const ApiInformation = named('ApiInformation', Type.Object({ version: Type.String(), build: Type.String() }))

export const informationRoutes = routes('API', {
  getApiInformation: {
    get: '/',
    can: 'public',
    reply: ApiInformation,
    summary: 'Get the version and build of the server',
  },
})
