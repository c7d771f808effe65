import { expect, test } from 'vitest'
import { isOwnHost, ownHostsOf } from './own-hosts.ts'

const own = ownHostsOf('https://Lectern.example.com:8443/base', 'sites.example.org:8080', undefined, 'apps.example.net')

test.each([
  'lectern.example.com',
  'a.lectern.example.com',
  'LECTERN.example.com.',
  'x.y.sites.example.org',
  'apps.example.net',
])('%s is an own host', (host) => expect(isOwnHost(host, own)).toBe(true))

test.each(['example.com', 'notlectern.example.com', 'lectern.example.com.evil.example', 'example.org', 'undefined'])(
  '%s is not',
  (host) => expect(isOwnHost(host, own)).toBe(false),
)
