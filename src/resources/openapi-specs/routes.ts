import { routes } from '../../server/operation.ts'
import {
  NewOpenAPISpec,
  OpenAPISpec,
  OpenAPISpecChanges,
  OpenAPISpecChangesQuery,
  OpenAPISpecContent,
  OpenAPISpecPatch,
  OpenAPISpecPut,
  OpenAPISpecRawContent,
  OpenAPISpecVersion,
} from '../../shapes/openapi-specs.ts'

const LIST = '/orgs/:organizationId/openapi'
const ONE = `${LIST}/:specSlug` as const
const LATEST = `${ONE}/versions/latest` as const
const VERSION = `${ONE}/versions/:versionId` as const
const view = 'organization.viewOpenAPISpecs'
const create = 'organization.createOpenAPISpec'

export const openAPISpecRoutes = routes('OpenAPI specifications', {
  listOpenAPISpecs: {
    get: LIST,
    can: view,
    list: OpenAPISpec,
    summary: 'List the OpenAPI specifications of an organization',
  },
  createOpenAPISpec: {
    post: LIST,
    can: create,
    body: NewOpenAPISpec,
    reply: OpenAPISpec,
    status: 201,
    event: 'openapi-spec.created',
    summary: 'Create an OpenAPI specification from a URL or a text',
  },
  getOpenAPISpecBySlug: { get: ONE, can: view, reply: OpenAPISpec, summary: 'Get an OpenAPI specification' },
  createOrUpdateOpenAPISpecBySlug: {
    put: ONE,
    can: create,
    body: OpenAPISpecPut,
    reply: OpenAPISpec,
    orCreates: 'openapi-spec.created',
    event: 'openapi-spec.updated',
    summary: 'Set the source of an OpenAPI specification and fetch it now',
  },
  updateOpenAPISpecBySlug: {
    patch: ONE,
    can: create,
    body: OpenAPISpecPatch,
    reply: OpenAPISpec,
    event: 'openapi-spec.updated',
    summary: 'Make an OpenAPI specification public or private',
  },
  deleteOpenAPISpecBySlug: {
    delete: ONE,
    can: create,
    event: 'openapi-spec.deleted',
    summary: 'Delete an OpenAPI specification and its versions',
  },
  listOpenAPISpecVersions: {
    get: `${ONE}/versions`,
    can: view,
    list: OpenAPISpecVersion,
    summary: 'List the versions of an OpenAPI specification, newest first',
  },
  getLatestOpenAPISpecVersion: {
    get: LATEST,
    can: view,
    reply: OpenAPISpecVersion,
    summary: 'Get the latest version of an OpenAPI specification',
  },
  getLatestOpenAPISpecVersionContent: {
    get: `${LATEST}/content`,
    can: 'organization.view',
    visitors: true,
    reply: OpenAPISpecContent,
    summary: 'Get the files of the latest version of an OpenAPI specification',
  },
  getLatestOpenAPISpecVersionContentRaw: {
    get: `${LATEST}/content/raw`,
    can: view,
    reply: OpenAPISpecRawContent,
    summary: 'Get the original text of the latest version of an OpenAPI specification',
  },
  getOpenAPISpecVersionById: {
    get: VERSION,
    can: view,
    reply: OpenAPISpecVersion,
    summary: 'Get a version of an OpenAPI specification',
  },
  listOpenAPISpecVersionChanges: {
    get: `${VERSION}/changes`,
    can: view,
    query: OpenAPISpecChangesQuery,
    reply: OpenAPISpecChanges,
    summary: 'List the operations that a version adds and removes, and the changes that break clients',
  },
  getOpenAPISpecVersionContentById: {
    get: `${VERSION}/content`,
    can: view,
    reply: OpenAPISpecContent,
    summary: 'Get the files of a version of an OpenAPI specification',
  },
  getOpenAPISpecVersionContentRawById: {
    get: `${VERSION}/content/raw`,
    can: view,
    reply: OpenAPISpecRawContent,
    summary: 'Get the original text of a version of an OpenAPI specification',
  },
})
