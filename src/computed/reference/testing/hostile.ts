// A specification whose every text is hostile, and which refers to itself wherever it can.
import { type Library, type ShownOperation, showOperation } from '../index.ts'

/** `texts` are put wherever a specification has a text. */
export function hostileLibrary(texts: readonly string[]): Library {
  let at = 0
  const text = () => texts[at++ % texts.length]!
  const schema = () => ({
    title: text(),
    description: text(),
    type: text(),
    format: text(),
    pattern: text(),
    enum: [text(), text()],
    'x-enumDescriptions': Object.fromEntries(texts.map((each) => [each, each])),
    default: text(),
    example: text(),
    properties: Object.fromEntries([text(), text(), text()].map((each) => [each, { $ref: 'all' }])),
    additionalProperties: { description: text() },
    oneOf: [{ $ref: 'all' }, { description: text(), type: 'string' }],
    discriminator: { propertyName: text() },
  })
  const content = () => ({
    [text()]: { schema: { $ref: 'all' }, examples: { [text()]: { summary: text(), value: { [text()]: text() } } } },
  })
  const operation = {
    summary: text(),
    description: text(),
    deprecated: true,
    'x-stability': text(),
    'x-deprecated-sunset': text(),
    parameters: ['path', 'query', 'header', 'cookie'].map((place) => ({
      name: text(),
      in: place,
      description: text(),
      schema: schema(),
      example: text(),
    })),
    requestBody: { description: text(), content: { ...content(), 'application/json': { schema: schema() } } },
    responses: {
      [text()]: {
        description: text(),
        headers: { [text()]: schema() },
        content: content(),
        links: { [text()]: { operationId: text(), description: text(), parameters: { [text()]: text() } } },
      },
      200: { content: content() },
    },
    callbacks: {
      [text()]: {
        [text()]: {
          post: {
            summary: text(),
            description: text(),
            requestBody: { description: text(), content: content() },
            responses: { [text()]: { description: text(), content: content() } },
          },
        },
      },
    },
    security: [{ bearer: [text()], key: [text()] }],
    'x-codeSamples': [{ lang: text(), label: text(), source: text() }],
  }
  const root = {
    servers: [
      {
        url: 'https://{sub}.example.com/{version}',
        description: text(),
        variables: { sub: { default: 'a', description: text() }, version: { default: 'v1', enum: ['v1', text()] } },
      },
    ],
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer', description: text(), 'x-gitbook-prefix': text() },
      key: { type: 'apiKey', in: 'header', name: text(), description: text() },
    },
  }
  const pieces: Record<string, unknown> = {
    root,
    all: schema(),
    'operation get /a/{b}': { shared: { description: text() }, operation },
    'webhook get /a/{b}': { shared: {}, operation },
  }
  return (name) => (Object.hasOwn(pieces, name) ? pieces[name] : undefined)
}

export const operationIn = (texts: readonly string[], isWebhook: boolean): ShownOperation =>
  showOperation({ method: 'get', path: '/a/{b}', isWebhook }, hostileLibrary(texts), { left: 12 })!
