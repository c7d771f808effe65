// The addresses of the console. `urls.app` of every resource is one of them.
import { base as server } from './base.ts'

const base = `${server}/app`

export const places = {
  root: base,
  home: (organization: string) => `${base}/orgs/${organization}`,
  notifications: (organization: string) => `${base}/orgs/${organization}/notifications`,
  people: (organization: string) => `${base}/orgs/${organization}/people`,
  /** A place where an organization is managed. */
  inOrganization: (organization: string, place: string) => `${base}/orgs/${organization}/${place}`,
  space: (space: string) => `${base}/spaces/${space}`,
  /** A place of a space beside its pages. */
  inSpace: (space: string, place: string) => `${base}/spaces/${space}/${place}`,
  page: (space: string, page: string) => `${base}/spaces/${space}/pages/${page}`,
  pageHistory: (space: string, page: string) => `${base}/spaces/${space}/pages/${page}/history`,
  draft: (space: string, changeRequest: string) => `${base}/spaces/${space}/change-requests/${changeRequest}`,
  changeRequests: (organization: string) => `${base}/orgs/${organization}/change-requests`,
  changeRequestsOf: (space: string) => `${base}/spaces/${space}/change-requests`,
  history: (space: string) => `${base}/spaces/${space}/history`,
  reusableContent: (space: string, id: string) => `${base}/spaces/${space}/reusable-contents/${id}`,
  /** Two revisions of a space. */
  compare: (space: string, from: string, to: string) => `${base}/spaces/${space}/compare/${from}/${to}`,
  /** What a revision changed of the one before it. */
  changesOfRevision: (space: string, revision: string) => `${base}/spaces/${space}/revisions/${revision}/changes`,
  /** One of the parts of a change request. */
  changeRequest: (space: string, changeRequest: string, part: string) =>
    `${base}/spaces/${space}/change-requests/${changeRequest}/${part}`,
  changes: (space: string, changeRequest: string) => `${base}/spaces/${space}/change-requests/${changeRequest}/changes`,
  collection: (collection: string) => `${base}/collections/${collection}`,
  /** One of the places where the server itself is managed. */
  server: (place: string) => (place === 'overview' ? `${base}/server` : `${base}/server/${place}`),
  sites: (organization: string) => `${base}/orgs/${organization}/sites`,
  site: (site: string) => `${base}/sites/${site}`,
  /** One of the places of a site. */
  inSite: (site: string, place: string) =>
    place === 'overview' ? `${base}/sites/${site}` : `${base}/sites/${site}/${place}`,
}

/** Pages of the server outside the console. */
export const outside = {
  account: `${server}/account`,
  notificationSettings: `${server}/account/notifications`,
  companySignIn: `${server}/sign-in/company`,
  signOut: `${server}/account/sign-out`,
  help: `${server}/help/`,
  reference: `${server}/docs`,
}
