/** The emoji of code points such as `1f469-200d-1f52c`; a text that is not one is returned as it is. */
export function emojiText(code: string): string {
  const points = code.split('-').map((part) => (/^[0-9a-f]{1,6}$/i.test(part) ? Number.parseInt(part, 16) : -1))
  return points.every((point) => point >= 0 && point <= 0x10ffff) ? String.fromCodePoint(...points) : code
}
