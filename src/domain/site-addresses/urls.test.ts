import { expect, test } from 'vitest'
import { createUrls } from '../../server/urls.ts'
import { publishedUrls, servedUrl } from './urls.ts'

const organization = { id: 'Org1', hostname: 'acme' }
const nameless = { id: 'Org1', hostname: null }
const site = { basename: 'handbook', hostname: null, proxy: null }
const subdomains = createUrls('https://app.example.com', { sitesHost: 'docs.example.com' })
const paths = createUrls('http://127.0.0.1:4000/lectern')

test.each([
  ['a subdomain', publishedUrls(subdomains, organization, site), 'https://acme.docs.example.com/handbook/'],
  ['a path', publishedUrls(paths, organization, site), 'http://127.0.0.1:4000/lectern/acme/handbook/'],
  ['a path without a subdomain', publishedUrls(subdomains, nameless, site), 'https://app.example.com/Org1/handbook/'],
  ['a hostname', publishedUrls(paths, organization, { ...site, hostname: 'a.b.example' }), 'http://a.b.example/'],
  [
    'a proxy',
    publishedUrls(subdomains, organization, { ...site, hostname: 'a.b.example', proxy: 'example.com/docs' }),
    'https://example.com/docs/',
  ],
  ['a share key', publishedUrls(subdomains, organization, site, 'key'), 'https://acme.docs.example.com/handbook/key/'],
])('a site is at %s', (_what, published, url) => {
  expect(published.site).toBe(url)
})

test('a proxy does not change the URL at which the site is served', () => {
  const proxied = { ...site, proxy: 'example.com/docs' }
  expect(servedUrl(subdomains, organization, proxied)).toBe('https://acme.docs.example.com/handbook/')
})

test('the first segment below a site always names the same kind of part', () => {
  const published = publishedUrls(subdomains, organization, site)
  const at = (url: string) => url.slice(published.site.length)
  const [home, api] = [
    { path: 'home', is_default: 1 },
    { path: 'api', is_default: 0 },
  ] as const
  const [first, other] = [
    { path: 'v2', is_default: 1 },
    { path: '日本', is_default: 0 },
  ] as const
  expect([home, api].map((section) => at(published.section(section)))).toEqual(['', 'api/'])
  const segment = encodeURIComponent('日本')
  expect([undefined, home, api].map((section) => at(published.siteSpace(first, section)))).toEqual(['', '', 'api/'])
  expect([undefined, home, api].map((section) => at(published.siteSpace(other, section)))).toEqual([
    `${segment}/`,
    `home/${segment}/`,
    `api/${segment}/`,
  ])
})
