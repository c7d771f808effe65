const MAX_POINT = 0x10ffff

/** An emoji beside words. It is given as itself or by its code points: `1f4d6`. */
export const Emoji = ({ code }: { code: string }) => (
  <span class="emoji" aria-hidden="true">
    {emojiOf(code)}
  </span>
)

export function emojiOf(code: string): string {
  if (!/^[0-9a-f]{2,6}(-[0-9a-f]{2,6})*$/i.test(code)) return code
  const points = code.split('-').map((point) => Number.parseInt(point, 16))
  return points.every((point) => point <= MAX_POINT) ? String.fromCodePoint(...points) : code
}
