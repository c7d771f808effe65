// Where the person is: the path of the address bar, as a signal that every part of the shell can follow.
import { signal } from '@preact/signals'

export const path = signal(location.pathname)

/** True for the place itself and for what is in it. */
export function isCurrent(href: string, withInside = false): boolean {
  const [own, here] = [trimmed(href), trimmed(path.value)]
  return own === here || (withInside && here.startsWith(`${own}/`))
}

const trimmed = (address: string): string => address.replace(/\/$/, '')
