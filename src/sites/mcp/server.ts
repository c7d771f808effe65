// The MCP server of a site. It keeps nothing between requests.
import type { FastifyBaseLogger } from 'fastify'
import { settingsOf } from '../../domain/customization/index.ts'
import { ApiError } from '../../errors.ts'
import { VERSION } from '../../lib/version.ts'
import { listPagesFrom, MAX_CHARACTERS, MAX_LISTED, type McpContext, readPage, searchPages } from './tools.ts'

// The package is loaded when a program first asks: most servers never need it.
const loadKit = async () => {
  const { createMcpHandler, fromJsonSchema, McpServer } = await import('@modelcontextprotocol/server')
  const object = (properties: object, required: string[] = []) => ({
    type: 'object' as const,
    properties: properties as Record<string, never>,
    required,
    additionalProperties: false,
  })
  const offset = { type: 'integer', minimum: 0, maximum: 1_000_000_000, description: 'The "next" of the last reply.' }
  const text = (maxLength: number, description: string) => ({ type: 'string', minLength: 1, maxLength, description })
  return {
    createMcpHandler,
    McpServer,
    searchInput: fromJsonSchema<{ query: string }>(
      object({ query: text(512, 'Words that a page must contain. The last one matches as a prefix.') }, ['query']),
    ),
    readInput: fromJsonSchema<{ page: string; offset?: number }>(
      object({ page: text(4000, 'The URL of the page, or its path below the site.'), offset }, ['page']),
    ),
    listInput: fromJsonSchema<{ offset?: number }>(object({ offset })),
  }
}

let loading: ReturnType<typeof loadKit> | undefined

const READ_ONLY = { readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: false }

const MAX_BODY = 256 * 1024

/** Answers one request. */
export async function answerMcp(
  context: McpContext,
  request: Request,
  body: unknown,
  log: FastifyBaseLogger,
): Promise<Response> {
  loading ??= loadKit()
  const kit = await loading
  const handler = kit.createMcpHandler(() => createServer(kit, context, log), {
    maxSubscriptions: 0,
    maxRequestBodySize: MAX_BODY,
  })
  return handler.fetch(request, body === undefined ? {} : { parsedBody: body })
}

function createServer(kit: Awaited<ReturnType<typeof loadKit>>, context: McpContext, log: FastifyBaseLogger) {
  const { site } = context.visited
  const title = settingsOf(site).title ?? site.title
  const server = new kit.McpServer(
    { name: 'lectern-site', title, version: VERSION, websiteUrl: context.visited.published.site },
    { instructions: `The documentation "${title}". Search it first, then read the pages that match.` },
  )
  const guard = guardWith(log)
  server.registerTool(
    'search',
    {
      title: 'Search',
      description: `Searches the pages of "${title}", best matches first.`,
      inputSchema: kit.searchInput,
      annotations: READ_ONLY,
    },
    ({ query }) => guard(() => searchPages(context, query)),
  )
  server.registerTool(
    'read_page',
    {
      title: 'Read a page',
      description: `Returns a page of "${title}" as markdown, at most ${MAX_CHARACTERS} characters at once.`,
      inputSchema: kit.readInput,
      annotations: READ_ONLY,
    },
    ({ page, offset = 0 }) => guard(() => readPage(context, page, offset)),
  )
  server.registerTool(
    'list_pages',
    {
      title: 'List pages',
      description: `Lists the pages of "${title}" in reading order, at most ${MAX_LISTED} at once.`,
      inputSchema: kit.listInput,
      annotations: READ_ONLY,
    },
    ({ offset = 0 }) => guard(() => listPagesFrom(context, offset)),
  )
  return server
}

const failure = (text: string) => ({ content: [{ type: 'text' as const, text }], isError: true })

/** Presents what a tool found. Assistants see the message of an API error, and of no other. */
const guardWith = (log: FastifyBaseLogger) => async (find: () => Promise<object | undefined>) => {
  try {
    const found = await find()
    if (!found) return failure('There is no such page.')
    return {
      content: [{ type: 'text' as const, text: JSON.stringify(found) }],
      structuredContent: found as Record<string, unknown>,
    }
  } catch (error) {
    if (error instanceof ApiError) return failure(error.message)
    log.error(error)
    return failure('Something went wrong. Try again later.')
  }
}
