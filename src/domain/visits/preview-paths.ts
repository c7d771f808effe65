/** Where members open a preview with their own rights. */
export const OPEN_PREVIEW = '/~preview'
