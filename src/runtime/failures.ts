// Why an integration gave no answer: a kind that code can tell apart, and a sentence for whoever wrote it.

const sentences = {
  start: 'The script could not be started',
  crash: 'The integration crashed while it worked',
  timeout: 'The integration took too long to answer',
  stuck: 'The integration was ended because it computed for too long without a pause',
  memory: 'The integration was ended because it used too much memory',
  tooLarge: 'The answer of the integration is too large',
  busy: 'Too much is asked of integrations at the moment: try again shortly',
  tunnel: 'The tunnel of the development mode cannot be reached',
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
