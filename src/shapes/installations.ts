// Installations of integrations in organizations, spaces and sites.
import Type from 'typebox'
import { SCOPES } from '../access/scopes.ts'
import { Id, named, oneOf, Timestamp, Uri } from '../server/schemas.ts'
import { Integration } from './integrations.ts'
import { Site } from './sites.ts'
import { Space } from './spaces.ts'

const InstallationStatus = oneOf('active', 'pending', 'paused')
const Selection = oneOf('all', 'selected')
const Configuration = Type.Record(Type.String(), Type.Unknown())
const Scopes = Type.Array(oneOf(...SCOPES), {
  description: 'The granted scopes. Additional scopes of a later version must be granted.',
})
const ExternalIds = Type.Array(Type.String({ minLength: 1, maxLength: 256 }), { maxItems: 5 })

export const Installation = named(
  'IntegrationInstallation',
  Type.Object({
    object: Type.Literal('integration-installation'),
    id: Type.String(),
    status: InstallationStatus,
    space_selection: Selection,
    site_selection: Selection,
    spaces: Type.Integer({ minimum: 0, description: 'Number of spaces that the installation can access.' }),
    scopes: Scopes,
    configuration: Configuration,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    urls: Type.Object({ location: Uri, app: Uri, publicEndpoint: Uri, publicContentEndpoint: Uri }),
    externalIds: ExternalIds,
    target: Type.Object({ organization: Type.String() }),
  }),
)

const contentInstallation = {
  integration: Type.String(),
  installation: Type.String(),
  status: InstallationStatus,
  configuration: Configuration,
  externalIds: ExternalIds,
  urls: Type.Object({ location: Uri, publicEndpoint: Uri, publicContentEndpoint: Uri }),
}

export const SpaceInstallation = named(
  'IntegrationSpaceInstallation',
  Type.Object({
    object: Type.Literal('integration-space-installation'),
    ...contentInstallation,
    space: Type.Union([Type.String(), Space]),
  }),
)

export const SiteInstallation = named(
  'IntegrationSiteInstallation',
  Type.Object({
    object: Type.Literal('integration-site-installation'),
    ...contentInstallation,
    site: Type.Union([Type.String(), Site]),
  }),
)

export const NewInstallation = Type.Object({ organization: Id })
export const NewSpaceInstallation = Type.Object({ space: Id })
export const NewSiteInstallation = Type.Object({ siteId: Id })

export const ContentInstallationPatch = Type.Object({
  externalIds: Type.Optional(ExternalIds),
  configuration: Type.Optional(Configuration),
})

export const InstallationPatch = Type.Object({
  ...ContentInstallationPatch.properties,
  space_selection: Type.Optional(Selection),
  site_selection: Type.Optional(Selection),
  scopes: Type.Optional(Scopes),
})

export const ExternalIdQuery = Type.Object({
  externalId: Type.Optional(
    Type.String({ maxLength: 256, description: 'An external id assigned by the integration.' }),
  ),
})

export const ExtendedQuery = Type.Object({
  extended: Type.Optional(Type.Boolean({ description: 'Return the full space or site instead of its id.' })),
})

export const ExternalIdExtendedQuery = Type.Object({ ...ExternalIdQuery.properties, ...ExtendedQuery.properties })

export const TemporaryToken = named(
  'APITemporaryToken',
  Type.Object({ token: Type.String({ description: 'Expires after a day.' }) }),
)

export const StatusReply = Type.Object({ status: InstallationStatus })
export const IntegrationStatus = Type.Object({ status: InstallationStatus, integration: Integration })
export const InstalledIntegration = Type.Object({ installation: Installation, integration: Integration })
