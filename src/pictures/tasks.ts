// Makes pictures smaller. The codecs are WebAssembly: whatever a picture does to them stays in their own memory. Runs in
// a thread.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

/** A picture that is not made smaller: readers get it as it is. */
export class PictureFailure extends Error {}

/** Too many are waiting; a later request may succeed. */
export const BUSY = 'Too many pictures are waiting to be made smaller.'

/** Larger pictures stay as they are: each pixel takes four bytes, several times. */
const MAX_PIXELS = 24_000_000

interface Pixels {
  data: Uint8ClampedArray
  width: number
  height: number
}

// The codecs return pixels as browsers have them.
class PixelData implements Pixels {
  readonly data: Uint8ClampedArray
  readonly width: number
  readonly height: number
  readonly colorSpace = 'srgb'

  constructor(data: Uint8ClampedArray, width: number, height = data.length / 4 / width) {
    this.data = data
    this.width = width
    this.height = height
  }
}

const require = createRequire(import.meta.url)

const load = async (file: string): Promise<WebAssembly.Module> =>
  WebAssembly.compile(new Uint8Array(await readFile(require.resolve(`@jsquash/${file}`))))

let codecs: ReturnType<typeof loadCodecs> | undefined

async function loadCodecs() {
  Object.assign(globalThis, { ImageData: PixelData })
  const [jpeg, png, webp, encoder, resizer] = await Promise.all([
    import('@jsquash/jpeg/decode.js'),
    import('@jsquash/png/decode.js'),
    import('@jsquash/webp/decode.js'),
    import('@jsquash/webp/encode.js'),
    import('@jsquash/resize'),
  ])
  await jpeg.init(await load('jpeg/codec/dec/mozjpeg_dec.wasm'))
  await png.init(await load('png/codec/pkg/squoosh_png_bg.wasm'))
  await webp.init(await load('webp/codec/dec/webp_dec.wasm'))
  await encoder.init(await load('webp/codec/enc/webp_enc_simd.wasm'))
  await resizer.initResize(await load('resize/lib/resize/pkg/squoosh_resize_bg.wasm'))
  const decoders: Record<string, (bytes: ArrayBuffer) => Promise<Pixels>> = {
    'image/jpeg': (bytes) => jpeg.default(bytes, { preserveOrientation: true }),
    'image/png': (bytes) => png.default(bytes),
    'image/webp': (bytes) => webp.default(bytes),
  }
  return { decoders, resize: resizer.default, encode: encoder.default }
}

/** Pictures that move: of those, only the first would be left. */
const MOVING: Record<string, (head: string) => boolean> = {
  'image/png': (head) => head.includes('acTL'),
  'image/webp': (head) => head.includes('ANIM'),
}
const HEAD = 4096

const QUALITY: Record<string, number> = { 'image/png': 88 }

export interface Made {
  bytes: Uint8Array
}

/** The picture with this width, as WebP. */
export async function makeSmaller(bytes: Uint8Array, type: string, width: number): Promise<Made> {
  const { imageSize } = await import('image-size')
  const size = readSize(imageSize, bytes)
  if (size.width * size.height > MAX_PIXELS) throw new PictureFailure('The picture has too many pixels.')
  if (MOVING[type]?.(Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(HEAD, bytes.length)).toString('latin1')))
    throw new PictureFailure('The picture moves.')
  codecs ??= loadCodecs()
  const { decoders, resize, encode } = await codecs
  const decode = decoders[type]
  if (!decode) throw new PictureFailure('The picture has another format.')
  try {
    const whole = await decode(Uint8Array.from(bytes).buffer)
    if (whole.width <= width) throw new PictureFailure('The picture is small already.')
    const height = Math.max(1, Math.round((whole.height * width) / whole.width))
    const smaller = await resize(whole as ImageData, { width, height, method: 'lanczos3' })
    return { bytes: new Uint8Array(await encode(smaller, { quality: QUALITY[type] ?? 80 })) }
  } catch (error) {
    if (error instanceof PictureFailure) throw error
    // What a broken picture did to a codec may last.
    codecs = undefined
    throw new PictureFailure('The picture cannot be read.')
  }
}

function readSize(imageSize: (bytes: Uint8Array) => { width: number; height: number }, bytes: Uint8Array) {
  try {
    return imageSize(bytes)
  } catch {
    throw new PictureFailure('The picture cannot be read.')
  }
}
