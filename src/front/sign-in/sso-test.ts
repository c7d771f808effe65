// An admin tests an identity provider: signs in there, and sees what came back. Nobody is signed in, nothing is written.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { loadOrganization } from '../../access/loading/objects.ts'
import { permits } from '../../access/permissions.ts'
import { toCaller } from '../../access/sessions.ts'
import { Refusal } from '../../domain/sessions/index.ts'
import { foreseeAdmission, type OidcProvider, type SamlProvider, type Tested, tryOut } from '../../domain/sso/index.ts'
import { ApiError } from '../../errors.ts'
import { loadVisit, type SignIn } from './context.ts'
import { testPage } from './sso-test-page.ts'

type Provider = SamlProvider | OidcProvider

/** The admin who asks for a test with `?test`; null for a sign-in. */
export async function findTester(signIn: SignIn, request: FastifyRequest, provider: Provider): Promise<string | null> {
  if ((request.query as { test?: unknown }).test === undefined) return null
  return loadAdmin(signIn, request, provider)
}

/** The result is for the admin who began the test, while they are one. */
export async function checkTester(signIn: SignIn, request: FastifyRequest, provider: Provider, testedBy: string) {
  if ((await loadAdmin(signIn, request, provider)) !== testedBy) throw new Refusal('otherBrowser', 'another account')
}

async function loadAdmin(signIn: SignIn, request: FastifyRequest, provider: Provider): Promise<string> {
  const { session, secret } = await loadVisit(signIn, request)
  const organization = await loadOrganization(
    signIn.database.read,
    toCaller(session, secret),
    provider.organization_id,
  ).catch((error: unknown) => {
    if (error instanceof ApiError) throw new Refusal('unknownProvider')
    throw error
  })
  if (!permits('organization', 'admin', organization)) throw new Refusal('unknownProvider')
  return session.user.id
}

interface Shown {
  provider: Provider
  protocol: 'saml' | 'oidc'
  tested: Tested
}

export async function showTest(signIn: SignIn, reply: FastifyReply, { provider, protocol, tested }: Shown) {
  const { identity } = tested
  const admission = identity && (await tryOut(tested, () => foreseeAdmission(signIn.database.read, provider, identity)))
  const at = `${protocol}/${provider.id}`
  return testPage(signIn.urls, {
    label: provider.label,
    tested,
    admission,
    again: `${signIn.urls.base}/${at}/start?test`,
    settings: signIn.urls.app(`/orgs/${provider.organization_id}/sign-in/${at}`),
  })(reply)
}
