// What the interface of an integration needs of the place where it is shown.
export type Json = Record<string, unknown>

export interface Asked {
  component: string
  props: Json
  state?: Json | undefined
  action?: Json | undefined
}

export interface Shown {
  /** From the renderer, which escapes every value. */
  html: string
  state: Json
  props: Json
}

export type Answer = Shown | { isComplete: true; returnValue?: Json | undefined }

export interface Option {
  id: string
  label: string
}

export interface Host {
  render(asked: Asked): Promise<Answer>
  words: Record<'cancel' | 'close' | 'failed', string>
  /** Nothing is said as long as there was no answer: what is shown already stays. */
  isQuiet?: boolean
  /** Where frames may be; anywhere if it is absent. */
  mayFrame?(url: string): boolean
  /** Keeps the properties of a block that is being edited. */
  keepProps?(props: Json): void
  /** Opens an address in a window of its own, and waits until that is closed; absent: it is opened and left alone. */
  open?(url: string): Promise<void>
  /** The interface has done what it is for. */
  completed?(): void
  /** Options that come from elsewhere. */
  loadOptions?(source: Json, state: Json): Promise<readonly Option[]>
}
