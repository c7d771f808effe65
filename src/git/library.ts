// The named exports of the library only exist for bundlers.
export const library = async () => (await import('isomorphic-git')).default
