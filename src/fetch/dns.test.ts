import { Resolver } from 'node:dns/promises'
import { expect, test } from 'vitest'
import { startedDns } from '../../test/support/dns-server.ts'
import { createDns, parseServers } from './dns.ts'

const server = startedDns()

test.each(['10.0.0.53', '10.0.0.53:5353', '10.0.0.53, 1.1.1.1', '[fd00::53]:53', 'fd00::53', '[fd00::53]'])(
  '%s lists DNS servers',
  (text) => {
    const servers = text.split(', ')
    expect(parseServers(text)).toEqual({ servers })
    // The resolver takes each of them.
    new Resolver().setServers(servers)
  },
)

test.each(['dns.example.com', '10.0.0.53:0', '10.0.0.53:99999', '10.0.0', '', '1.1.1.1,,2.2.2.2', 'https://1.1.1.1'])(
  '"%s" does not',
  (text) => expect(parseServers(text)).toHaveProperty('wrong'),
)

test('TXT records are joined from their parts, and an unknown name has none', async () => {
  const dns = createDns(server.servers)
  server.set('TXT', 'a.example', 'one value in parts', 'another')
  server.set('A', 'b.example', '192.0.2.1')
  expect(await dns.texts('a.example')).toEqual(['one value in parts', 'another'])
  expect(await dns.texts('b.example')).toEqual([])
  expect(await dns.texts('none.example')).toEqual([])
  expect(await dns.addresses('b.example')).toEqual(['192.0.2.1'])
})

test('a lookup times out if the server does not respond', async () => {
  server.silence(true)
  await expect(createDns(server.servers).texts('a.example')).rejects.toThrow()
  server.silence(false)
})
