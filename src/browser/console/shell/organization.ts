// The organization that the person is in: that of the place they look at, else the last one, else their first.
import { computed, signal } from '@preact/signals'
import { lastOrganization } from '../person.ts'

/** Set by the place that is shown. */
const ofPlace = signal<string | undefined>(undefined)

export const organizationId = computed(() => ofPlace.value ?? lastOrganization.value ?? undefined)

export function enterOrganization(id: string): void {
  if (ofPlace.peek() === id) return
  ofPlace.value = id
  lastOrganization.value = id
}
