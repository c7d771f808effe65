// The document model: a tree of nodes that may carry a key. The reference contract lists the types of blocks and
// inlines; the engine only depends on what they have in common.

export interface Leaf {
  object: 'leaf'
  text: string
  marks: Mark[]
}

export interface Mark {
  object: 'mark'
  type: string
  data?: Record<string, unknown>
}

export interface Text {
  object: 'text'
  key?: string
  leaves: Leaf[]
}

export interface Inline {
  object: 'inline'
  type: string
  key?: string
  isVoid?: boolean
  data?: Record<string, unknown>
  nodes?: (Inline | Text)[]
  fragments?: Fragment[]
}

export interface Block {
  object: 'block'
  type: string
  key?: string
  isVoid?: boolean
  data?: Record<string, unknown>
  nodes?: (Block | Inline | Text)[]
  fragments?: Fragment[]
  meta?: Record<string, unknown>
}

export interface Fragment {
  object: 'fragment'
  key?: string
  fragment?: string
  type?: string
  nodes: Block[]
}

export interface Document {
  object: 'document'
  data: { schemaVersion?: number }
  nodes: Block[]
}

export type Node = Document | Block | Inline | Text | Fragment
