import type { ReplyTo } from '../api/operations.ts'

export type Term = ReplyTo<'GET /orgs/:organizationId/translations-glossary'>['items'][number]
