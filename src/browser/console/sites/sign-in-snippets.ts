// Code for the backend that signs visitors in: it knows who they are, and sends them back with a signed token.

export type Backend = 'express' | 'node'

/** What the code needs to know of the site. */
export interface SignIn {
  /** Where the site is published. */
  site: string
  /** Where visitors are sent to sign in. */
  signIn: string
}

export const snippetFor = (backend: Backend, { site, signIn }: SignIn): string =>
  backend === 'express' ? express(site, pathOf(signIn)) : node(site, pathOf(signIn))

const pathOf = (address: string): string => {
  try {
    return new URL(address).pathname
  } catch {
    return '/sign-in'
  }
}

const express = (site: string, path: string): string => `// npm install express jose
import express from 'express'
import { SignJWT } from 'jose'

const SITE = ${JSON.stringify(site)}
const key = new TextEncoder().encode(process.env.SITE_SIGNING_KEY)
const app = express()

// Put your own sign-in before this handler: request.user is who signed in.
app.get(${JSON.stringify(path)}, async (request, response) => {
  const claims = { plan: request.user?.plan ?? 'free' }
  const token = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(key)
  const target = new URL(SITE)
  if (typeof request.query.location === 'string') target.pathname = request.query.location
  target.searchParams.set('jwt_token', token)
  response.redirect(target.href)
})

app.listen(process.env.PORT ?? 3000)
`

const node = (site: string, path: string): string => `// Node alone, without packages.
import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'

const SITE = ${JSON.stringify(site)}
const encoded = (value) => Buffer.from(JSON.stringify(value)).toString('base64url')

function signed(claims) {
  const now = Math.floor(Date.now() / 1000)
  const body = encoded({ alg: 'HS256', typ: 'JWT' }) + '.' + encoded({ ...claims, iat: now, exp: now + 3600 })
  return body + '.' + createHmac('sha256', process.env.SITE_SIGNING_KEY).update(body).digest('base64url')
}

createServer((request, response) => {
  const asked = new URL(request.url, 'http://localhost')
  if (asked.pathname !== ${JSON.stringify(path)}) return response.writeHead(404).end()
  // Sign your visitor in first, and say here who it is.
  const target = new URL(SITE)
  target.pathname = asked.searchParams.get('location') ?? target.pathname
  target.searchParams.set('jwt_token', signed({ plan: 'free' }))
  response.writeHead(302, { location: target.href }).end()
}).listen(process.env.PORT ?? 3000)
`
