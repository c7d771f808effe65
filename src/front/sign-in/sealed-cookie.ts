// Cookies whose content only this server can read and write, for a few minutes.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Vault } from '../../lib/sealing.ts'
import { SECOND } from '../../lib/time.ts'
import { cookieNamed } from '../../server/cookies.ts'
import type { Urls } from '../../server/urls.ts'

export interface SealedCookie<T> {
  read(request: FastifyRequest): T | undefined
  write(reply: FastifyReply, value: T): void
  clear(reply: FastifyReply): void
}

export function sealedCookie<T>(
  label: string,
  lifetime: number,
  { urls, vault }: { urls: Urls; vault: Vault },
): SealedCookie<T> {
  const cookie = cookieNamed(label, urls)
  return {
    read(request) {
      const sealed = cookie.read(request)
      if (sealed === undefined) return undefined
      try {
        const content = JSON.parse(vault.unseal(sealed)) as { label: string; until: number; value: T }
        return content.label === label && content.until > Date.now() ? content.value : undefined
      } catch {
        return undefined
      }
    },
    write(reply, value) {
      const content = { label, until: Date.now() + lifetime, value }
      cookie.write(reply, vault.seal(JSON.stringify(content)), lifetime / SECOND)
    },
    clear: cookie.clear,
  }
}
