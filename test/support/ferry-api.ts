// A specification with about everything that pages show of an API.

/** `server` is the address of the API. */
export const ferryApi = (server: string) => ({
  openapi: '3.1.0',
  info: { title: 'Ferry', version: '3' },
  servers: [{ url: server, description: 'Sandbox' }],
  security: [{ token: [] }],
  tags: [{ name: 'endpoints', description: 'Addresses that **deliveries** go to.', 'x-displayName': 'Endpoints' }],
  paths: {
    '/v3/endpoints': {
      get: {
        summary: 'List endpoints',
        tags: ['endpoints'],
        parameters: [
          { $ref: '#/components/parameters/Limit' },
          { name: 'status', in: 'query', schema: { $ref: '#/components/schemas/Status' } },
          { name: 'tags', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
          { name: 'X-Trace', in: 'header', schema: { type: 'string' }, description: 'Shows up in our logs.' },
        ],
        responses: {
          200: {
            description: 'A page of endpoints',
            headers: { 'X-Total': { description: 'How many there are.', schema: { type: 'integer' } } },
            content: {
              'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Endpoint' } } },
            },
          },
          429: { description: 'Wait for as long as `Retry-After` says.' },
        },
      },
      post: {
        operationId: 'createEndpoint',
        summary: 'Create an endpoint',
        description:
          'Adds an address that Ferry delivers events to. It starts receiving as soon as it answers the *first ping*.\n\n- one\n- two',
        tags: ['endpoints'],
        'x-stability': 'beta',
        requestBody: {
          required: true,
          content: {
            'application/json': { schema: { $ref: '#/components/schemas/Endpoint' } },
            'application/x-www-form-urlencoded': {
              schema: { type: 'object', properties: { url: { type: 'string' } } },
            },
          },
        },
        responses: {
          201: {
            description: 'Created',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Endpoint' } } },
          },
          422: {
            description: 'A field is missing or invalid',
            content: {
              'application/json': { schema: { $ref: '#/components/schemas/Problem' }, example: { errors: ['url'] } },
            },
          },
        },
      },
    },
    '/v3/endpoints/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' }, example: 'ep_4Kx9' }],
      delete: {
        summary: 'Delete an endpoint',
        tags: ['endpoints'],
        deprecated: true,
        'x-deprecated-sunset': '2027-03-01',
        security: [{ account: [] }, { key: [] }],
        'x-codeSamples': [{ lang: 'Ruby', label: 'Ruby', source: 'Ferry::Endpoint.delete("ep_4Kx9")' }],
        responses: { 204: { description: 'Gone' } },
      },
    },
  },
  webhooks: {
    delivered: {
      post: {
        summary: 'A delivery arrived',
        tags: ['endpoints'],
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Endpoint' } } } },
        responses: { 200: { description: 'Thank you' } },
      },
    },
  },
  components: {
    securitySchemes: {
      token: {
        type: 'http',
        scheme: 'bearer',
        description: 'From your **account**.',
        'x-gitbook-token-placeholder': 'FERRY_TOKEN',
      },
      account: { type: 'http', scheme: 'basic' },
      key: { type: 'apiKey', in: 'header', name: 'X-Ferry-Key' },
    },
    parameters: {
      Limit: {
        name: 'limit',
        in: 'query',
        description: 'How many to list.',
        schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
      },
    },
    schemas: {
      Status: {
        type: 'string',
        enum: ['pending', 'live'],
        'x-enumDescriptions': { pending: 'Waits for the first ping.', live: 'Receives events.' },
      },
      Endpoint: {
        type: 'object',
        required: ['url', 'events'],
        properties: {
          id: { type: 'string', readOnly: true, example: 'ep_4Kx9' },
          url: {
            type: 'string',
            format: 'uri',
            description: 'Where deliveries go. Must use `https`.',
            maxLength: 2000,
          },
          events: {
            type: 'array',
            items: { type: 'string' },
            example: ['invoice.paid'],
            description: 'Event types to deliver.',
          },
          status: { $ref: '#/components/schemas/Status' },
          retry: {
            type: 'object',
            description: 'What happens after a failed attempt.',
            properties: {
              attempts: { type: 'integer', minimum: 1, maximum: 18, default: 18, description: 'How often to try.' },
              jitter: { type: ['number', 'null'], example: 0.2 },
              next: { oneOf: [{ $ref: '#/components/schemas/Endpoint' }, { type: 'null' }] },
            },
          },
          target: {
            oneOf: [{ $ref: '#/components/schemas/Mail' }, { $ref: '#/components/schemas/Queue' }],
            discriminator: { propertyName: 'kind' },
          },
          labels: { type: 'object', additionalProperties: { type: 'string', description: 'A label.' } },
          secret: { type: 'string', writeOnly: true },
        },
      },
      Mail: { type: 'object', properties: { kind: { const: 'mail' }, address: { type: 'string', format: 'email' } } },
      Queue: {
        allOf: [
          { $ref: '#/components/schemas/Mail' },
          { type: 'object', properties: { kind: { const: 'queue' }, name: { type: 'string' } } },
        ],
      },
      Problem: { type: 'object', properties: { errors: { type: 'array', items: { type: 'string' } } } },
    },
  },
})
