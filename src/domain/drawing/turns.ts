// Draws documents without holding up other requests for long.
import type { Document } from '../../engine/document.ts'
import { yieldToEventLoop } from '../../lib/event-loop.ts'
import { drawPieces, type Html, join, type Surroundings } from '../../render/html/index.ts'

export async function drawInTurns(document: Document, surroundings: Surroundings): Promise<Html> {
  const pieces: Html[] = []
  for (const piece of drawPieces(document, surroundings)) {
    pieces.push(piece)
    await yieldToEventLoop()
  }
  return join(pieces)
}
