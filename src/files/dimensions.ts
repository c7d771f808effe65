// How large a picture is, read from its first bytes.

export interface Dimensions {
  width: number
  height: number
}

/** Undefined for what is no picture, or one that does not say. */
export async function measure(head: Buffer, type: string): Promise<Dimensions | undefined> {
  if (!type.startsWith('image/')) return undefined
  const { imageSize } = await import('image-size')
  try {
    const { width, height, orientation = 1 } = imageSize(head)
    if (!isSize(width) || !isSize(height)) return undefined
    // From 5 on, cameras lay pictures on their side; they are shown upright.
    return orientation >= 5 ? { width: height, height: width } : { width, height }
  } catch {
    return undefined
  }
}

const isSize = (value: number) => Number.isFinite(value) && value > 0
