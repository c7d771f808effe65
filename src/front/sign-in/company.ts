// Finds the identity providers of a person's organization by the domain of their address.

import { listLogins } from '../../domain/sso/index.ts'
import { emailDomain, normalizeEmail } from '../../lib/text.ts'
import type { LaterRoutes } from '../../server/later-routes.ts'
import { formOf, forPeople, goTo, type SignIn } from './context.ts'
import { localPath } from './local-path.ts'
import { companyPage, withReturn } from './pages.ts'
import { INCOMPLETE, isAddress } from './password.ts'

const PATH = '/sign-in/company'

export function serveCompany(http: LaterRoutes, signIn: SignIn): void {
  const { urls } = signIn
  http.get(
    PATH,
    { config: { operationId: 'companyPage' } },
    forPeople(signIn, async (request, reply) => {
      const query = request.query as Record<string, unknown>
      const returnTo = localPath(query.returnTo)
      const email = typeof query.email === 'string' ? query.email : ''
      return companyPage(urls, { email, returnTo, logins: await findLogins(signIn, email, returnTo) })(reply)
    }),
  )
  http.post(
    PATH,
    { config: { operationId: 'findCompany' } },
    forPeople(signIn, async (request, reply) => {
      const form = formOf(signIn, request)
      const returnTo = localPath(form.returnTo)
      const email = form.email ?? ''
      const logins = await findLogins(signIn, email, returnTo)
      if (logins.length === 1) return goTo(reply, logins[0]!.url)
      const chosen = new URLSearchParams({ email, ...(returnTo !== undefined && { returnTo }) })
      if (logins.length > 1) return goTo(reply, `${urls.base}${PATH}?${chosen}`)
      const fault = isAddress(normalizeEmail(email)) ? UNKNOWN : INCOMPLETE
      return companyPage(urls, { email, returnTo, fault })(reply.code(404))
    }),
  )
}

/** The ways in for an address, each with where it starts. */
async function findLogins(signIn: SignIn, given: string, returnTo: string | undefined) {
  const email = normalizeEmail(given)
  const logins = isAddress(email) ? await listLoginsFor(signIn, emailDomain(email)) : []
  return logins.map((login) => ({ ...login, url: withReturn(login.startURL, returnTo) }))
}

const UNKNOWN = 'No organization here signs in people with this address. Ask an administrator for the sign-in link.'

async function listLoginsFor({ database, urls }: SignIn, domain: string) {
  const organizations = await database.read
    .selectFrom('organizations')
    .select(['id', 'title', 'email_domains'])
    .where('email_domains', '!=', '[]')
    .orderBy('id')
    .execute()
  const titles = new Map(
    organizations
      .filter(({ email_domains }) => (JSON.parse(email_domains) as string[]).includes(domain))
      .map(({ id, title }) => [id, title]),
  )
  const logins = await listLogins(database.read, [...titles.keys()], urls)
  return logins.map((login) => ({ ...login, organization: titles.get(login.organizationId)! }))
}
