// What readers ask of a space besides its pages, at addresses that no page has.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { STATIC } from '../../server/static-files.ts'
import type { SiteServices } from '../services.ts'
import type { VisitedSpace } from '../visit.ts'
import { sendBranch } from './branch.ts'
import { sendDiagram } from './diagram.ts'
import { sendEvents } from './events.ts'
import { sendFeedback } from './feedback.ts'
import { sendInterface } from './interface.ts'
import { sendPdf } from './pdf.ts'
import { sendSearch } from './search.ts'
import { sendSocial } from './social.ts'
import { sendTry } from './try.ts'

type Sender = (
  services: SiteServices,
  request: FastifyRequest,
  reply: FastifyReply,
  visited: VisitedSpace,
  url: URL,
) => Promise<FastifyReply | undefined>

const SENDERS: Record<string, Sender> = {
  branch: sendBranch,
  diagram: sendDiagram,
  events: sendEvents,
  feedback: sendFeedback,
  interface: sendInterface,
  pdf: sendPdf,
  search: sendSearch,
  social: sendSocial,
  try: sendTry,
}

/** What readers send. */
export const isToldByReader = ({ pathname }: URL): boolean => TOLD.test(pathname)

const TOLD = new RegExp(`/${STATIC}/(events|feedback|interface|try)$`)

/** Answers for a path below a space; undefined if nothing is there. */
export async function sendToReader(
  services: SiteServices,
  request: FastifyRequest,
  reply: FastifyReply,
  visited: VisitedSpace,
  path: string,
  url: URL,
): Promise<FastifyReply | undefined> {
  const name = path.startsWith(`${STATIC}/`) ? path.slice(STATIC.length + 1) : ''
  return Object.hasOwn(SENDERS, name) ? SENDERS[name]!(services, request, reply, visited, url) : undefined
}
