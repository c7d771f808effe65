/** A picture that is not made smaller: readers get it as it is. */
export class PictureFailure extends Error {}

/** Too many are waiting; a later request may succeed. */
export const BUSY = 'Too many pictures are waiting to be made smaller.'
