// A DNS server for tests: returns the configured TXT, CNAME and A records, and that other names do not exist.
import { createSocket } from 'node:dgram'
import { afterAll, beforeAll } from 'vitest'

type Kind = 'TXT' | 'CNAME' | 'A'

export interface TestDns {
  /** The value for LECTERN_DNS. */
  servers: string[]
  /** The requested names, in order. */
  asked: string[]
  set(kind: Kind, name: string, ...values: string[]): void
  /** Stops responding to queries; false resumes. */
  silence(silent: boolean): void
}

const TYPES: Record<number, Kind> = { 1: 'A', 5: 'CNAME', 16: 'TXT' }
const HEADER = 12
const NOT_THERE = 3

export function startedDns(): TestDns {
  const records = new Map<string, string[]>()
  let silent = false
  const dns: TestDns = {
    servers: [],
    asked: [],
    set: (kind, name, ...values) => void records.set(`${kind} ${name}`, values),
    silence: (value) => {
      silent = value
    },
  }
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = readQuestion(query)
    dns.asked.push(name)
    const kind = TYPES[type]
    const values = (kind && records.get(`${kind} ${name}`)) ?? []
    const isKnown = [...records.keys()].some((key) => key.endsWith(` ${name}`))
    if (!silent) socket.send(answer(query.subarray(0, end), type, kind, values, isKnown), port, address)
  })
  beforeAll(async () => {
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
    dns.servers.push(`127.0.0.1:${socket.address().port}`)
  })
  afterAll(() => new Promise<void>((resolve) => socket.close(() => resolve())))
  return dns
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = HEADER
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

function answer(query: Buffer, type: number, kind: Kind | undefined, values: string[], isKnown: boolean): Buffer {
  const head = Buffer.from(query.subarray(0, HEADER))
  head.writeUInt16BE(0x8180 | (isKnown ? 0 : NOT_THERE), 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(values.length, 6)
  head.writeUInt32BE(0, 8)
  return Buffer.concat([head, query.subarray(HEADER), ...values.map((value) => record(type, dataOf(kind!, value)))])
}

/** The record has the name of the question and a TTL of zero. */
function record(type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(HEADER)
  head.writeUInt16BE(0xc000 | HEADER, 0)
  head.writeUInt16BE(type, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

const counted = (text: string): Buffer => Buffer.concat([Buffer.from([text.length]), Buffer.from(text)])

function dataOf(kind: Kind, value: string): Buffer {
  if (kind === 'A') return Buffer.from(value.split('.').map(Number))
  // In two strings, like long values.
  if (kind === 'TXT') return Buffer.concat([counted(value.slice(0, 5)), counted(value.slice(5))])
  return Buffer.concat([...value.split('.').map(counted), Buffer.from([0])])
}
