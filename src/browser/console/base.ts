/** The path of the server, which may be below that of its host. */
export const base = document.getElementById('console')!.dataset.base!
