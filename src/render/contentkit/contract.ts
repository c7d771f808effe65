// What drawing the interface of an integration needs, and what it says about a frame.
import type { Context } from '../html/contract.ts'
import type { Html } from '../html/template.ts'

/** An element as an integration describes it; nothing about it is certain but that it is an object. */
export type Element = Record<string, unknown>

export interface Place {
  /** What inputs hold. */
  state: Element
  /** Begins the ids of its inputs. */
  prefix: string
  /** Whether the reader edits what the interface stands in. */
  isEditable: boolean
  /** Whether it configures an integration: addresses then open in a window that comes back. */
  isConfiguring?: boolean
  /** Whether it is only looked at: what needs a script or the integration itself is left out. */
  isStill?: boolean
  /** Where the integration answers itself: its frames are there, and may be told what inputs hold. */
  endpoints: readonly string[]
  /** The origins of this server. Frames from there get no origin of their own. */
  origins: readonly string[]
}

export interface Kit extends Place {
  /** Draws markdown and codes, and has the words. */
  context: Context
  depth: number
  /** What may still be drawn; shared by the whole interface. */
  left: { elements: number; characters: number; ids: number }
  /** The id of the field that the next input is, if it has a label. */
  field?: string | undefined
  draw(children: unknown, change?: { field?: string | undefined }): Html
}

export type Writer = (element: Element, kit: Kit) => Html
