// Organizations that require single sign-on hold back members who signed in another way.
import { signal } from '@preact/signals'

const REQUIRED = 'requires single sign-on'

/** The address of the console where that happened last. */
const heldBackAt = signal('')

export const noteHeldBack = (status: number, message: string): void => {
  if (status === 403 && message.includes(REQUIRED)) heldBackAt.value = location.pathname
}

export const isHeldBack = (): boolean => heldBackAt.value === location.pathname
