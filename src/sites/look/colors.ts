// Colours as WCAG counts them: how bright they are, and how well one is read on another.

export type Color = readonly [red: number, green: number, blue: number]

export const BLACK: Color = [0, 0, 0]
export const WHITE: Color = [255, 255, 255]

/** From `#abc` or `#aabbcc`. */
export function parseColor(text: string): Color {
  const digits = text.length === 4 ? [...text.slice(1)].map((digit) => digit + digit).join('') : text.slice(1)
  const number = Number.parseInt(digits, 16)
  return [number >> 16, (number >> 8) & 255, number & 255]
}

export const toHex = (color: Color): string =>
  `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

const toLinear = (part: number): number => {
  const share = part / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

export const luminance = ([red, green, blue]: Color): number =>
  0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue)

export function contrast(one: Color, other: Color): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

const rounded = ([red, green, blue]: Color): Color => [Math.round(red), Math.round(green), Math.round(blue)]

/** `share` of the second colour in the first. */
export const mix = (one: Color, other: Color, share: number): Color =>
  rounded(one.map((part, at) => part + (other[at]! - part) * share) as unknown as Color)

const STEPS = 64

/** The colour made lighter or darker, as little as possible, until the test holds. */
export function adjusted(color: Color, isFine: (color: Color) => boolean): Color {
  for (let step = 0; step <= STEPS; step++)
    for (const end of [BLACK, WHITE]) {
      const tried = mix(color, end, step / STEPS)
      if (isFine(tried)) return tried
    }
  return color
}

/** What WCAG asks of text (AA). */
export const READABLE = 4.5

export const isReadable = (color: Color, grounds: readonly Color[], ratio = READABLE): boolean =>
  grounds.every((ground) => contrast(color, ground) >= ratio)

/** The colour itself where it can be read on all grounds, else the nearest shade of it that can. */
export const readableOn = (color: Color, grounds: readonly Color[], ratio = READABLE): Color =>
  adjusted(color, (tried) => isReadable(tried, grounds, ratio))

/** Dark or light text, whichever is read better on the colour. */
export const textOn = (ground: Color): Color =>
  contrast(WHITE, ground) >= contrast([23, 22, 19], ground) ? WHITE : readableOn([23, 22, 19], [ground])

/** The hue of one colour with the brightness of another: contrasts stay what they were. */
export function withBrightnessOf(color: Color, model: Color): Color {
  const wanted = luminance(model)
  const end = luminance(color) < wanted ? WHITE : BLACK
  let [from, to] = [0, 1]
  for (let step = 0; step < 12; step++) {
    const middle = (from + to) / 2
    const isShort =
      end === WHITE ? luminance(mix(color, end, middle)) < wanted : luminance(mix(color, end, middle)) > wanted
    if (isShort) from = middle
    else to = middle
  }
  return mix(color, end, to)
}

const GREY: Color = [128, 128, 128]

/** A neutral colour with a hue: its own gives way to the tint. */
export const tinted = (neutral: Color, tint: Color, share: number): Color =>
  withBrightnessOf(mix(withBrightnessOf(GREY, neutral), withBrightnessOf(tint, neutral), share), neutral)
