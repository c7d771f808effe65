// How much of a paragraph constructs may look at, and how deep containers may be.

export const limits = {
  failedCharacters: 32_768,
  failedStarts: 512,
  lookBack: 65_536,
  attention: 1024,
  attentionRun: 64,
  containers: 32,
  images: 32,
}
