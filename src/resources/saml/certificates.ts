// The certificates of an identity provider as admins paste them: PEM, one or several (the old and the new one while it
// changes keys), or the bare base64 that stands in its metadata.
import { X509Certificate } from 'node:crypto'

const PEM = /-----BEGIN CERTIFICATE-----([^-]*)-----END CERTIFICATE-----/g

/** Every certificate that can be read, in PEM. */
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
