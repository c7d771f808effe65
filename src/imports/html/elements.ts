// Helpers for HTML elements.
import type { Element, ElementContent, Root, RootContent } from 'hast'
import { toString as textIn } from 'hast-util-to-string'

export type Parent = Root | Element

export const isElement = (node: RootContent | ElementContent | undefined): node is Element => node?.type === 'element'

export const isNamed = (node: RootContent | ElementContent | undefined, ...names: string[]): boolean =>
  isElement(node) && names.includes(node.tagName)

export const classesOf = ({ properties }: Element): string[] => {
  const { className } = properties
  return Array.isArray(className) ? className.map(String) : []
}

export const attributeOf = ({ properties }: Element, name: string): string | undefined => {
  const value = properties[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

export const elementsIn = (parent: Parent): Element[] =>
  (parent.children as ElementContent[]).filter((node): node is Element => isElement(node))

/** All descendant elements, in document order. */
export function walk(parent: Parent, found: Element[] = []): Element[] {
  for (const child of parent.children) {
    if (!isElement(child)) continue
    found.push(child)
    walk(child, found)
  }
  return found
}

export function find(parent: Parent, matches: (element: Element) => boolean): Element | undefined {
  for (const child of parent.children) {
    const found = isElement(child) ? (matches(child) ? child : find(child, matches)) : undefined
    if (found) return found
  }
  return undefined
}

/** The text of an element on one line. */
export const lineOf = (node: Parent): string => textIn(node).replaceAll(/\s+/g, ' ').trim()

export const element = (tagName: string, properties: Element['properties'], children: ElementContent[]): Element => ({
  type: 'element',
  tagName,
  properties,
  children,
})
