/** Code that cannot be highlighted: it stays plain. */
export class HighlightFailure extends Error {}

/** Too much is waiting; a later request may succeed. */
export const BUSY = 'Too much code is waiting to be highlighted.'
