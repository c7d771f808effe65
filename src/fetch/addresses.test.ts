// Allowed addresses, in every notation.
import { describe, expect, test } from 'vitest'
import { EMPTY_ALLOW_LIST, mayConnect, parseAllowList } from './addresses.ts'

const may = (address: string) => mayConnect(EMPTY_ALLOW_LIST, 'example.com', address)

function mayWith(allow: string, host: string, address: string): boolean {
  const parsed = parseAllowList(allow)
  if ('wrong' in parsed) throw new Error(parsed.wrong)
  return mayConnect(parsed.allowed, host, address)
}

describe('addresses', () => {
  test.each(['8.8.8.8', '93.184.215.14', '172.32.0.1', '100.63.255.255', '2606:2800:21f:cb07::1', '2a00:1450::1'])(
    '%s is public',
    (address) => expect(may(address)).toBe(true),
  )

  test.each([
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '127.0.0.1',
    '127.255.0.9',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.9.9',
    '192.168.1.1',
    '192.0.0.170',
    '192.0.2.1',
    '198.18.0.1',
    '203.0.113.7',
    '100.64.0.1',
    '100.100.100.200',
    '224.0.0.1',
    '239.255.255.250',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd00:ec2::254',
    'fec0::1',
    'ff02::1',
    '2001:db8::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:8.8.8.8',
    '::127.0.0.1',
    '::ffff:0:127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::a00:1',
    '2002:7f00:1::',
    '2001::1',
    '2001:20::1',
    '100::1',
    '3fff::1',
    '5f00::1',
    '4000::1',
  ])('%s is not', (address) => expect(may(address)).toBe(false))

  test('listed hosts and ranges are allowed, and nothing else', () => {
    expect(mayWith('127.0.0.1', 'x', '127.0.0.1')).toBe(true)
    expect(mayWith('127.0.0.1', 'x', '127.0.0.2')).toBe(false)
    expect(mayWith('10.0.0.0/8, fd00::/8', 'x', '10.9.8.7')).toBe(true)
    expect(mayWith('10.0.0.0/8, fd00::/8', 'x', '::ffff:10.9.8.7')).toBe(true)
    expect(mayWith('10.0.0.0/8, fd00::/8', 'x', 'fd12::1')).toBe(true)
    expect(mayWith('10.0.0.0/8, fd00::/8', 'x', '192.168.0.1')).toBe(false)
    expect(mayWith('Wiki.example.com', 'wiki.EXAMPLE.com.', '10.0.0.1')).toBe(true)
    expect(mayWith('wiki.example.com', 'evil.wiki.example.com', '10.0.0.1')).toBe(false)
  })

  test.each(['10.0.0.0/40', '0x7f.1', '2130706433', '127.1', 'http://wiki', 'a b', '*', 'wiki,', 'wiki:80', '::1/200'])(
    '%j is not a valid list',
    (text) => expect(parseAllowList(text)).toHaveProperty('wrong'),
  )
})
