// The places of change requests, loaded when one of them is opened.
export { ChangeRequestChanges } from './change-request.tsx'
export { ChangeRequestConflicts } from './conflicts.tsx'
export { ChangeRequestsOfOrganization, ChangeRequestsOfSpace } from './list.tsx'
export { ChangeRequestPreviews } from './previews.tsx'
