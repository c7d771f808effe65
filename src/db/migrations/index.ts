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
import { provenHosts } from './0016-proven-hosts.ts'
import { sealedAddresses } from './0016-sealed-addresses.ts'
import { oldInsights } from './0017-old-insights.ts'
import { pageRedirects } from './0018-page-redirects.ts'
import { computedContent } from './0019-computed-content.ts'
import { siteGrants } from './0021-site-grants.ts'
import { importRuns } from './0022-import-runs.ts'
import { redirectFields } from './0023-redirect-fields.ts'
import { siteExternalLinks } from './0023-site-external-links.ts'
import { accounts } from './0024-accounts.ts'
import { mail } from './0025-mail.ts'
import { scim } from './0025-scim.ts'
import { oidc } from './0026-oidc.ts'
import { passkeys } from './0026-passkeys.ts'
import { notifications } from './0027-notifications.ts'
import { accountSettings } from './0028-account-settings.ts'
import { sitePreviews } from './0029-site-previews.ts'
import { verifiedClaim } from './0031-verified-claim.ts'
import { openapiPieces } from './0032-openapi-pieces.ts'
import { presences } from './0033-presences.ts'
import { bin } from './0034-bin.ts'
import { favorites } from './0035-favorites.ts'
import { formerAddresses } from './0036-former-addresses.ts'
import { mergeRules } from './0037-merge-rules.ts'
import { commentRanges } from './0038-comment-ranges.ts'
import { siteFeedback } from './0039-site-feedback.ts'
import { declinedRedirects } from './0040-declined-redirects.ts'
import { reviews } from './0041-reviews.ts'
import { backupRuns } from './0042-backup-runs.ts'
import { webhookAnswers } from './0043-webhook-answers.ts'
import { testedSignIns } from './0044-tested-sign-ins.ts'
import { barredTokens } from './0045-barred-tokens.ts'
import { insightsDays } from './0046-insights-days.ts'
import { unused } from './0047-unused.ts'
import { changeRequestsOfOrganization } from './0048-change-requests-of-organization.ts'
import { spacesPresent } from './0049-spaces-present.ts'
import { customizedSiteSpace } from './0050-customized-site-space.ts'
import { smallSearchRows } from './0051-small-search-rows.ts'
import { shortPendingList } from './0052-short-pending-list.ts'
import { rarerIndexMerges } from './0053-rarer-index-merges.ts'
import { keptCounts } from './0054-kept-counts.ts'
import { searchTerms } from './0055-search-terms.ts'
import { wordsState } from './0056-words-state.ts'
import { quickStarts } from './0057-quick-starts.ts'
import { waitingWords } from './0058-waiting-words.ts'
import { lean } from './0059-lean.ts'

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
  '0016-proven-hosts': provenHosts,
  '0016-sealed-addresses': sealedAddresses,
  '0017-old-insights': oldInsights,
  '0018-page-redirects': pageRedirects,
  '0019-computed-content': computedContent,
  '0021-site-grants': siteGrants,
  '0022-import-runs': importRuns,
  '0023-redirect-fields': redirectFields,
  '0023-site-external-links': siteExternalLinks,
  '0024-accounts': accounts,
  '0025-mail': mail,
  '0025-scim': scim,
  '0026-oidc': oidc,
  '0026-passkeys': passkeys,
  '0027-notifications': notifications,
  '0028-account-settings': accountSettings,
  '0029-site-previews': sitePreviews,
  '0031-verified-claim': verifiedClaim,
  '0032-openapi-pieces': openapiPieces,
  '0033-presences': presences,
  '0034-bin': bin,
  '0035-favorites': favorites,
  '0036-former-addresses': formerAddresses,
  '0037-merge-rules': mergeRules,
  '0038-comment-ranges': commentRanges,
  '0039-site-feedback': siteFeedback,
  '0040-declined-redirects': declinedRedirects,
  '0041-reviews': reviews,
  '0042-backup-runs': backupRuns,
  '0043-webhook-answers': webhookAnswers,
  '0044-tested-sign-ins': testedSignIns,
  '0045-barred-tokens': barredTokens,
  '0046-insights-days': insightsDays,
  '0047-unused': unused,
  '0048-change-requests-of-organization': changeRequestsOfOrganization,
  '0049-spaces-present': spacesPresent,
  '0050-customized-site-space': customizedSiteSpace,
  '0051-small-search-rows': smallSearchRows,
  '0052-short-pending-list': shortPendingList,
  '0053-rarer-index-merges': rarerIndexMerges,
  '0054-kept-counts': keptCounts,
  '0055-search-terms': searchTerms,
  '0056-words-state': wordsState,
  '0057-quick-starts': quickStarts,
  '0058-waiting-words': waitingWords,
  '0059-lean': lean,
}
