// Failures of an integration: a kind for code, and a sentence for its author.

const sentences = {
  start: 'The script could not be started',
  crash: 'The integration crashed',
  timeout: 'The integration took too long to respond',
  stuck: 'The integration was stopped because it blocked its thread for too long',
  memory: 'The integration was stopped because it used too much memory',
  tooLarge: 'The response of the integration is too large',
  busy: 'Too many integrations are busy: try again shortly',
  tunnel: 'The development tunnel cannot be reached',
  stopped: 'The server is stopping: try again shortly',
} as const

export type RuntimeFailureKind = keyof typeof sentences

export class RuntimeFailure extends Error {
  readonly kind: RuntimeFailureKind

  constructor(kind: RuntimeFailureKind, detail?: string) {
    super(detail ? `${sentences[kind]}: ${detail}` : `${sentences[kind]}.`)
    this.name = 'RuntimeFailure'
    this.kind = kind
  }
}
