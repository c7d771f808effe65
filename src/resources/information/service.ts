import { BUILD, VERSION } from '../../lib/version.ts'
import { implement } from '../../server/operation.ts'
import { informationRoutes } from './routes.ts'

export const information = implement(informationRoutes, {
  getApiInformation: () => ({ version: VERSION, build: BUILD }),
})
