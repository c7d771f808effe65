// The console: one page, and a screen for every address below it.
import { render } from 'preact'
import { useEffect } from 'preact/hooks'
import { ErrorBoundary, LocationProvider, Route, Router, useLocation } from 'preact-iso'
import { Guard } from '../ui/guard.tsx'
import { useReading } from './api/store.ts'
import { Home } from './home/home.tsx'
import { listenForKeys } from './keys.ts'
import { lazyPlace as lazy } from './lazy.tsx'
import { lastOrganization } from './person.ts'
import { places } from './places.ts'
import { plainAddress } from './plain-address.ts'
import { Broken, Missing, Nowhere } from './reading.tsx'
import { Shell } from './shell/shell.tsx'

const Space = lazy(() => import('./space/space.tsx').then(({ Space }) => Space))
const Notifications = lazy(() => import('./notifications/notifications.tsx').then(({ Notifications }) => Notifications))
const Collection = lazy(() => import('./collection/collection.tsx').then(({ Collection }) => Collection))
const Bin = lazy(() => import('./bin/bin.tsx').then(({ Bin }) => Bin))
const Files = lazy(() => import('./files/files.tsx').then(({ Files }) => Files))
const ofReusables = () => import('./reusable-contents/index.ts')
const ReusableContents = lazy(() => ofReusables().then((place) => place.ReusableContents))
const ReusableContent = lazy(() => ofReusables().then((place) => place.ReusableContent))
const Variables = lazy(() => import('./variables/variables.tsx').then(({ Variables }) => Variables))
const PageHistory = lazy(() => import('./page-history/page-history.tsx').then(({ PageHistory }) => PageHistory))
const Settings = lazy(() => import('./space-settings/settings.tsx').then(({ Settings }) => Settings))
const Imports = lazy(() => import('./imports/imports.tsx').then(({ Imports }) => Imports))
const Git = lazy(() => import('./git/git.tsx').then(({ Git }) => Git))
const People = lazy(() => import('./people/people.tsx').then(({ People }) => People))
const InviteLinks = lazy(() => import('./people/invite-links.tsx').then(({ InviteLinks }) => InviteLinks))
const Teams = lazy(() => import('./teams/teams.tsx').then(({ Teams }) => Teams))
const Team = lazy(() => import('./teams/team.tsx').then(({ Team }) => Team))
const OrganizationSettings = lazy(() =>
  import('./organization-settings/settings.tsx').then((place) => place.OrganizationSettings),
)
const SignIn = lazy(() => import('./single-sign-on/sign-in.tsx').then(({ SignIn }) => SignIn))
const Fonts = lazy(() => import('./fonts/fonts.tsx').then((place) => place.Fonts))
const Tokens = lazy(() => import('./tokens/tokens.tsx').then((place) => place.Tokens))
const Saml = lazy(() => import('./single-sign-on/saml.tsx').then(({ Saml }) => Saml))
const Oidc = lazy(() => import('./single-sign-on/oidc.tsx').then(({ Oidc }) => Oidc))
const AuditLog = lazy(() => import('./audit-log/audit-log.tsx').then(({ AuditLog }) => AuditLog))
const DeletedSpaces = lazy(() => import('./organization/deleted-spaces.tsx').then((place) => place.DeletedSpaces))
const Webhooks = lazy(() => import('./webhooks/webhooks.tsx').then(({ Webhooks }) => Webhooks))
const Webhook = lazy(() => import('./webhooks/webhook.tsx').then(({ Webhook }) => Webhook))
const Translations = lazy(() => import('./translations/translations.tsx').then(({ Translations }) => Translations))
const Specs = lazy(() => import('./openapi/specs.tsx').then(({ Specs }) => Specs))
const Spec = lazy(() => import('./openapi/spec.tsx').then(({ Spec }) => Spec))
const Integrations = lazy(() => import('./integrations/catalogue.tsx').then(({ Integrations }) => Integrations))
const Integration = lazy(() => import('./integrations/integration.tsx').then(({ Integration }) => Integration))
const ofAccess = () => import('./access/access.tsx')
const SpaceAccess = lazy(() => ofAccess().then((place) => place.SpaceAccess))
const CollectionAccess = lazy(() => ofAccess().then((place) => place.CollectionAccess))
const ofChangeRequests = () => import('./change-requests/index.ts')
const ChangeRequests = lazy(() => ofChangeRequests().then((place) => place.ChangeRequestsOfOrganization))
const ChangeRequestsOfSpace = lazy(() => ofChangeRequests().then((place) => place.ChangeRequestsOfSpace))
const ChangeRequestChanges = lazy(() => ofChangeRequests().then((place) => place.ChangeRequestChanges))
const ChangeRequestConflicts = lazy(() => ofChangeRequests().then((place) => place.ChangeRequestConflicts))
const ChangeRequestPreviews = lazy(() => ofChangeRequests().then((place) => place.ChangeRequestPreviews))
const Conversation = lazy(() => import('./comments/conversation.tsx').then(({ Conversation }) => Conversation))
const History = lazy(() => import('./history/history.tsx').then(({ History }) => History))
const Compare = lazy(() => import('./history/compare.tsx').then(({ Compare }) => Compare))
const ofSites = () => import('./sites/index.ts')
const Sites = lazy(() => ofSites().then((place) => place.Sites))
const SiteOverview = lazy(() => ofSites().then((place) => place.Overview))
const SiteStructure = lazy(() => ofSites().then((place) => place.Structure))
const SiteCustomization = lazy(() => ofSites().then((place) => place.Customization))
const SiteRedirects = lazy(() => ofSites().then((place) => place.Redirects))
const SiteBrokenLinks = lazy(() => ofSites().then((place) => place.BrokenLinks))
const SiteDomain = lazy(() => ofSites().then((place) => place.Domain))
const SiteInsights = lazy(() => ofSites().then((place) => place.Insights))
const SiteAudience = lazy(() => ofSites().then((place) => place.Audience))
const SiteAccess = lazy(() => ofSites().then((place) => place.SiteAccess))

const ofServer = () => import('./server/index.ts')
const ServerOverview = lazy(() => ofServer().then((place) => place.Overview))
const ServerJobs = lazy(() => ofServer().then((place) => place.Jobs))
const ServerBackups = lazy(() => ofServer().then((place) => place.Backups))
const ServerUnused = lazy(() => ofServer().then((place) => place.Unused))
const ServerOrganizations = lazy(() => ofServer().then((place) => place.Organizations))
const ServerPeople = lazy(() => ofServer().then((place) => place.People))
const ServerSettings = lazy(() => ofServer().then((place) => place.Settings))
const ServerLicenses = lazy(() => ofServer().then((place) => place.Licenses))
const ServerLog = lazy(() => ofServer().then((place) => place.Log))

/** Leads to the organization the person was in last, or to their first. */
function Start() {
  const { route } = useLocation()
  const { value } = useReading('GET /orgs', { query: { limit: 100 } }).value
  const known = value?.items.find(({ id }) => id === lastOrganization.peek()) ?? value?.items[0]
  useEffect(() => {
    if (known) route(places.home(known.id), true)
  }, [known?.id])
  return value && !known ? <Nowhere /> : null
}

function becomePlain(): void {
  const plain = plainAddress(location.pathname)
  if (plain !== location.pathname) history.replaceState(null, '', plain + location.search + location.hash)
}

const at = places.root
const request = `${at}/spaces/:spaceId/change-requests/:changeRequestId`

/** What is at the address. If it can’t be drawn, the rail stays, and other places open. */
function Places() {
  const { path } = useLocation()
  return (
    <Guard of={path} instead={(retry) => <Broken retry={retry} />}>
      <Router>
        <Route path={at} component={Start} />
        <Route path={`${at}/orgs/:organizationId`} component={Home} />
        <Route path={`${at}/orgs/:organizationId/notifications`} component={Notifications} />
        <Route path={`${at}/orgs/:organizationId/people`} component={People} />
        <Route path={`${at}/orgs/:organizationId/invite-links`} component={InviteLinks} />
        <Route path={`${at}/orgs/:organizationId/teams`} component={Teams} />
        <Route path={`${at}/orgs/:organizationId/teams/:teamId`} component={Team} />
        <Route path={`${at}/orgs/:organizationId/settings`} component={OrganizationSettings} />
        <Route path={`${at}/orgs/:organizationId/audit-log`} component={AuditLog} />
        <Route path={`${at}/orgs/:organizationId/deleted-spaces`} component={DeletedSpaces} />
        <Route path={`${at}/orgs/:organizationId/webhooks`} component={Webhooks} />
        <Route path={`${at}/orgs/:organizationId/webhooks/:webhookId`} component={Webhook} />
        <Route path={`${at}/orgs/:organizationId/translations`} component={Translations} />
        <Route path={`${at}/orgs/:organizationId/openapi`} component={Specs} />
        <Route path={`${at}/orgs/:organizationId/openapi/:specSlug`} component={Spec} />
        <Route path={`${at}/orgs/:organizationId/integrations`} component={Integrations} />
        <Route path={`${at}/orgs/:organizationId/integrations/:name`} component={Integration} />
        <Route path={`${at}/orgs/:organizationId/fonts`} component={Fonts} />
        <Route path={`${at}/orgs/:organizationId/tokens`} component={Tokens} />
        <Route path={`${at}/orgs/:organizationId/sign-in`} component={SignIn} />
        <Route path={`${at}/orgs/:organizationId/sign-in/saml/:providerId`} component={Saml} />
        <Route path={`${at}/orgs/:organizationId/sign-in/oidc/:providerId`} component={Oidc} />
        <Route path={`${at}/orgs/:organizationId/change-requests`} component={ChangeRequests} />
        <Route path={`${at}/spaces/:spaceId`} component={Space} />
        <Route path={`${at}/spaces/:spaceId/change-requests`} component={ChangeRequestsOfSpace} />
        <Route path={`${at}/spaces/:spaceId/history`} component={History} />
        <Route path={`${at}/spaces/:spaceId/compare/:from/:to`} component={Compare} />
        <Route path={`${at}/spaces/:spaceId/compare/:from/:to/pages/:pageId`} component={Compare} />
        <Route path={`${request}/conflicts`} component={ChangeRequestConflicts} />
        <Route path={`${request}/conversation`} component={Conversation} />
        <Route path={`${request}/preview`} component={ChangeRequestPreviews} />
        <Route path={`${request}/changes`} component={ChangeRequestChanges} />
        <Route path={`${request}/changes/pages/:pageId`} component={ChangeRequestChanges} />
        <Route path={`${at}/spaces/:spaceId/pages/:pageId`} component={Space} />
        <Route path={`${at}/spaces/:spaceId/change-requests/:changeRequestId`} component={Space} />
        <Route path={`${at}/spaces/:spaceId/change-requests/:changeRequestId/pages/:pageId`} component={Space} />
        <Route path={`${at}/spaces/:spaceId/revisions/:to/changes`} component={Compare} />
        <Route path={`${at}/spaces/:spaceId/revisions/:to/changes/pages/:pageId`} component={Compare} />
        <Route path={`${at}/spaces/:spaceId/revisions/:revisionId`} component={Space} />
        <Route path={`${at}/spaces/:spaceId/revisions/:revisionId/pages/:pageId`} component={Space} />
        <Route path={`${at}/spaces/:spaceId/pages/:pageId/history`} component={PageHistory} />
        <Route path={`${at}/spaces/:spaceId/files`} component={Files} />
        <Route path={`${at}/spaces/:spaceId/reusable-contents`} component={ReusableContents} />
        <Route path={`${at}/spaces/:spaceId/reusable-contents/:reusableContentId`} component={ReusableContent} />
        <Route path={`${request}/reusable-contents`} component={ReusableContents} />
        <Route path={`${request}/reusable-contents/:reusableContentId`} component={ReusableContent} />
        <Route path={`${at}/spaces/:spaceId/variables`} component={Variables} />
        <Route path={`${at}/spaces/:spaceId/settings`} component={Settings} />
        <Route path={`${at}/spaces/:spaceId/access`} component={SpaceAccess} />
        <Route path={`${at}/spaces/:spaceId/import`} component={Imports} />
        <Route path={`${at}/spaces/:spaceId/git`} component={Git} />
        <Route path={`${at}/spaces/:spaceId/bin`} component={Bin} />
        <Route path={`${at}/collections/:collectionId`} component={Collection} />
        <Route path={`${at}/orgs/:organizationId/sites`} component={Sites} />
        <Route path={`${at}/sites/:siteId`} component={SiteOverview} />
        <Route path={`${at}/sites/:siteId/structure`} component={SiteStructure} />
        <Route path={`${at}/sites/:siteId/customization`} component={SiteCustomization} />
        <Route path={`${at}/sites/:siteId/redirects`} component={SiteRedirects} />
        <Route path={`${at}/sites/:siteId/links`} component={SiteBrokenLinks} />
        <Route path={`${at}/sites/:siteId/domain`} component={SiteDomain} />
        <Route path={`${at}/sites/:siteId/insights`} component={SiteInsights} />
        <Route path={`${at}/sites/:siteId/audience`} component={SiteAudience} />
        <Route path={`${at}/sites/:siteId/access`} component={SiteAccess} />
        <Route path={`${at}/collections/:collectionId/access`} component={CollectionAccess} />
        <Route path={`${at}/server`} component={ServerOverview} />
        <Route path={`${at}/server/jobs`} component={ServerJobs} />
        <Route path={`${at}/server/backups`} component={ServerBackups} />
        <Route path={`${at}/server/unused`} component={ServerUnused} />
        <Route path={`${at}/server/organizations`} component={ServerOrganizations} />
        <Route path={`${at}/server/people`} component={ServerPeople} />
        <Route path={`${at}/server/settings`} component={ServerSettings} />
        <Route path={`${at}/server/licenses`} component={ServerLicenses} />
        <Route path={`${at}/server/log`} component={ServerLog} />
        <Route default component={Missing} />
      </Router>
    </Guard>
  )
}

function Console() {
  return (
    <LocationProvider scope={at}>
      <ErrorBoundary>
        <Shell>
          <Places />
        </Shell>
      </ErrorBoundary>
    </LocationProvider>
  )
}

becomePlain()
listenForKeys()
render(<Console />, document.getElementById('console')!)
