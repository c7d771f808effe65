// Creates a key and a self-signed certificate, as identity providers have.
import { generateKeyPairSync, sign } from 'node:crypto'

const SEQUENCE = 0x30
const SHA256_WITH_RSA = Buffer.from('06092a864886f70d01010b0500', 'hex')
const COMMON_NAME = Buffer.from('0603550403', 'hex')

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

export function createCertificate(name: string): { privateKey: string; certificate: string } {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const algorithm = der(SEQUENCE, SHA256_WITH_RSA)
  const subject = der(SEQUENCE, der(0x31, der(SEQUENCE, COMMON_NAME, der(0x0c, Buffer.from(name)))))
  const validity = der(SEQUENCE, ...['200101000000Z', '491231235959Z'].map((date) => der(0x17, Buffer.from(date))))
  const key = publicKey.export({ type: 'spki', format: 'der' })
  const content = der(SEQUENCE, der(0x02, Buffer.from([1])), algorithm, subject, validity, subject, key)
  const signature = der(0x03, Buffer.from([0]), sign('sha256', content, privateKey))
  const base64 = der(SEQUENCE, content, algorithm, signature).toString('base64')
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: `-----BEGIN CERTIFICATE-----\n${base64.replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  }
}
