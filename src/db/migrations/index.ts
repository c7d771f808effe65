// All migrations, oldest first. A released migration is never edited: the next change is a new file.
import type { Migration } from 'kysely'
import { foundations } from './0001-foundations.ts'
import { changeRequests } from './0002-change-requests.ts'
import { linksAndSearch } from './0003-links-and-search.ts'
import { openapiAndWebhooks } from './0011-openapi-and-webhooks.ts'

export const migrations: Record<string, Migration> = {
  '0001-foundations': foundations,
  '0002-change-requests': changeRequests,
  '0003-links-and-search': linksAndSearch,
  '0011-openapi-and-webhooks': openapiAndWebhooks,
}
