// What whoever is signed in has chosen: their theme and language. It is noted when their session is found, so that every
// page has it.
import type { FastifyRequest } from 'fastify'

export interface Choices {
  /** Null: that of the device. */
  theme: 'light' | 'dark' | null
  /** How dates and times are written. */
  language: string | null
}

const chosen = new WeakMap<FastifyRequest, Choices>()

export const noteChoices = (request: FastifyRequest, { theme, language }: Choices): void =>
  void chosen.set(request, { theme, language })

export const choicesOf = (request: FastifyRequest): Choices => chosen.get(request) ?? { theme: null, language: null }
