// What the editor asks of the place around it: what people pick from while they write.
import type { Block } from '../../engine/document.ts'

/** Something to pick. */
export interface Item {
  id: string
  title: string
  lead?: string | undefined
}

export interface LibraryFile extends Item {
  isImage: boolean
}

/** A part of an API that a block can show. */
export interface ApiPart extends Item {
  kind: 'operation' | 'webhook' | 'schema'
  method?: string
  /** The path of an operation, the name of a webhook or a schema. */
  name: string
}

/** A block of an integration, by the integration and its id. */
export interface IntegrationBlock extends Item {
  integration: string
  block: string
}

/** What an address is: a frame of another site, or the block of an integration. */
export interface Unfurled {
  integration?: string
  block?: string
}

export interface Library {
  /** Undefined if an address is only a link. */
  unfurl(url: string): Promise<Unfurled | undefined>
  /** The files of the space. */
  files(): Promise<readonly LibraryFile[]>
  /** The text of one of them. */
  readFile(id: string): Promise<string>
  /** The headings of a page, by their anchors. */
  headings(page: string): Promise<readonly Item[]>
  /** People of the organization, found by name or address. */
  people(typed: string): Promise<readonly Item[]>
  /** What expressions can name: variables of the space and of the page, with their values, and claims of visitors. */
  variables(): Promise<readonly Item[]>
  /** The OpenAPI specifications of the organization. */
  specifications(): Promise<readonly Item[]>
  apiParts(specification: string): Promise<readonly ApiPart[]>
  /** The blocks of integrations that are installed on the space. */
  integrationBlocks(): Promise<readonly IntegrationBlock[]>
  /** The reusable contents of the space, and what is in one. */
  reusables(): Promise<readonly Item[]>
  /** Where one is edited. */
  addressOfReusable(id: string): string
  readReusable(id: string): Promise<readonly Block[]>
  createReusable(title: string, nodes: readonly Block[]): Promise<string>
}
