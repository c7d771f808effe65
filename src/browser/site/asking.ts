// Asks the site for more of itself: what a search finds, a branch of the page tree.

type Ask = (url: string, signal?: AbortSignal) => Promise<string>

let answer: Ask = async (url, signal) => {
  const response = await fetch(url, { signal: signal ?? null })
  if (!response.ok) throw new Error(`${response.status}`)
  return response.text()
}

export const ask: Ask = (url, signal) => answer(url, signal)

/** Pages without a server find the answers elsewhere. */
export function answerWith(other: Ask): void {
  answer = other
}
