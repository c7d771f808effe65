// Reads the data of a node without trusting its types: drawing must not fail.
import type { Block, Inline } from '../engine/document.ts'

type Data = Record<string, unknown>

export const dataOf = (node: Block | Inline): Data => node.data ?? {}

export const textIn = (data: Data, name: string): string | undefined => {
  const value = data[name]
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' ? value : undefined
}

export const isSet = (value: unknown): value is Data => typeof value === 'object' && value !== null

/** How the API says that a cell has no picture: a file without an id. */
export const isNoPicture = (ref: unknown): boolean => !isSet(ref) || (ref.kind === 'file' && ref.file === '')

export const dataIn = (data: Data, name: string): Data => (isSet(data[name]) ? (data[name] as Data) : {})

export const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []

/** The references in a cell of files, where a file of the space may be a bare id. */
export const filesIn = (value: unknown): unknown[] =>
  Array.isArray(value) ? value.map((each) => (typeof each === 'string' ? { kind: 'file', file: each } : each)) : []

export const blocksIn = (node: { nodes?: unknown }): Block[] =>
  ((node.nodes ?? []) as Block[]).filter((each) => each.object === 'block')

/** The blocks of a fragment, by name or type. */
export const fragmentOf = (node: Block | Inline, name: string): Block[] =>
  node.fragments?.find((each) => each.fragment === name || each.type === name)?.nodes ?? []

/** A share of the column from 0 to 1, or points: a pixel is 0.75 points. */
export function lengthOf(value: unknown): { share?: number; points?: number } {
  if (typeof value === 'number') return { points: clamp(value) * 0.75 }
  if (!isSet(value) || typeof value.value !== 'number') return {}
  return value.unit === '%'
    ? { share: Math.min(Math.max(value.value, 1), 100) / 100 }
    : { points: clamp(value.value) * 0.75 }
}

const clamp = (pixels: number) => Math.min(Math.max(pixels, 1), 10_000)
