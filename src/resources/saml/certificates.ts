// Parses the certificates of an identity provider as admins paste them: one or more in PEM (two during a key rotation),
// or the bare base64 from its metadata.
import { X509Certificate } from 'node:crypto'

const PEM = /-----BEGIN CERTIFICATE-----([^-]*)-----END CERTIFICATE-----/g

/** All readable certificates, in PEM. */
export function readCertificates(text: string): string[] {
  const armoured = [...text.matchAll(PEM)].map(([, base64]) => base64!)
  return (armoured.length > 0 ? armoured : [text]).flatMap((base64) => readCertificate(base64) ?? [])
}

function readCertificate(base64: string): string | undefined {
  try {
    return new X509Certificate(Buffer.from(base64, 'base64')).toString()
  } catch {
    return undefined
  }
}
