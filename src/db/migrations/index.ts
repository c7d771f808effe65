// All migrations, oldest first. A released migration is never edited: the next change is a new file.
import type { Migration } from 'kysely'
import { foundations } from './0001-foundations.ts'
import { changeRequests } from './0002-change-requests.ts'
import { linksAndSearch } from './0003-links-and-search.ts'
import { comments } from './0004-comments.ts'
import { sites } from './0005-sites.ts'
import { git } from './0008-git.ts'
import { sso } from './0010-sso.ts'
import { openapiAndWebhooks } from './0011-openapi-and-webhooks.ts'
import { integrations } from './0012-integrations.ts'
import { integrationRuntime } from './0013-integration-runtime.ts'
import { visibilityAndConsent } from './0014-visibility-and-consent.ts'
import { ownKeys } from './0015-own-keys.ts'

export const migrations: Record<string, Migration> = {
  '0001-foundations': foundations,
  '0002-change-requests': changeRequests,
  '0003-links-and-search': linksAndSearch,
  '0004-comments': comments,
  '0005-sites': sites,
  '0008-git': git,
  '0010-sso': sso,
  '0011-openapi-and-webhooks': openapiAndWebhooks,
  '0012-integrations': integrations,
  '0013-integration-runtime': integrationRuntime,
  '0014-visibility-and-consent': visibilityAndConsent,
  '0015-own-keys': ownKeys,
}
