export { queueInstallationEvent } from './catch-up.ts'
export { installedInSpace, loadInstalled, type Rendered, renderComponent } from './components.ts'
export { type ContextIds, type DispatchContext, loadDispatchContext } from './context.ts'
export { deliverEvent, findNextQueuedEvent, recordDelivery } from './delivery.ts'
export { serveIntegrationEndpoints } from './endpoint.ts'
export { advanceCursors, enqueueDeliveries, findInstallationsBehind, findUndelivered } from './event-cursor.ts'
export { dispatchLogged, type LoggedDispatchServices } from './event-log.ts'
export { reserveIntegrationsHost, warnAboutMissingHost } from './host.ts'
export type { InstallationEvent } from './outbox.ts'
export { listScripts } from './scripts.ts'
export { removeFromInstallations } from './space-transfers.ts'
export { runTask } from './tasks.ts'
export { dispatchPageViews, type PageView } from './view-events.ts'
export {
  findSignInIntegration,
  lacksSignInIntegration,
  listSignInIntegrations,
  resetAbandonedSignIn,
  signInUrl,
} from './visitor-sign-in.ts'
