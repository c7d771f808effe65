import { expect, test } from 'vitest'
import { hostnameStatusOf } from './dns.ts'

const TARGET = 'docs.example.com'

test.each([
  ['an alias of our host', { aliases: ['docs.example.com'] }, 'dns_passed'],
  ['an alias of a host below ours', { aliases: ['Acme.Docs.Example.com.'] }, 'dns_passed'],
  ['an address of ours', { addresses: ['192.0.2.1', '192.0.2.7'] }, 'dns_passed'],
  ['an alias of another host', { aliases: ['docs.example.com.example.net'] }, 'dns_wrong_cname'],
  ['an address of another host', { addresses: ['192.0.2.9'] }, 'dns_wrong_cname'],
  ['nothing', {}, 'dns_no_cname'],
])('a hostname that is %s', (_what, records, status) => {
  expect(hostnameStatusOf({ aliases: [], addresses: [], ours: ['192.0.2.7'], ...records }, TARGET)).toBe(status)
})
