// Reads the dimensions of an image from its first bytes.

export interface Dimensions {
  width: number
  height: number
}

/** The dimensions of an image; undefined for other files and unreadable images. */
export async function measureImage(head: Buffer, type: string): Promise<Dimensions | undefined> {
  if (!type.startsWith('image/')) return undefined
  const { imageSize } = await import('image-size')
  try {
    const { width, height, orientation = 1 } = imageSize(head)
    if (!isSize(width) || !isSize(height)) return undefined
    // EXIF orientations from 5 on are rotated by 90 degrees.
    return orientation >= 5 ? { width: height, height: width } : { width, height }
  } catch {
    return undefined
  }
}

const isSize = (value: number) => Number.isFinite(value) && value > 0
