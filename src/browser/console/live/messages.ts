// Server-sent events, read from a response: `EventSource` cannot send headers.
export interface Message {
  id?: string
  event: string
  data: string
}

/** Cuts a stream of text into messages. Comments are left out. */
export async function* readMessages(chunks: AsyncIterable<string>): AsyncGenerator<Message> {
  let rest = ''
  for await (const chunk of chunks) {
    const parts = (rest + chunk).split('\n\n')
    rest = parts.pop()!
    for (const part of parts) {
      const message = messageOf(part)
      if (message) yield message
    }
  }
}

function messageOf(text: string): Message | undefined {
  const fields = new Map<string, string[]>()
  for (const line of text.split('\n')) {
    const at = line.indexOf(':')
    if (at <= 0) continue
    const name = line.slice(0, at)
    const value = line.slice(at + 1).replace(/^ /, '')
    fields.set(name, [...(fields.get(name) ?? []), value])
  }
  const id = fields.get('id')?.at(-1)
  const event = fields.get('event')?.at(-1)
  return event === undefined ? undefined : { event, data: fields.get('data')?.join('\n') ?? '', ...(id && { id }) }
}
