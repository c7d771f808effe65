// A person: their picture, or their initials in one of six colours.
const COLORS = 6

export function Avatar({ id, name, picture }: { id: string; name: string; picture?: string | undefined }) {
  if (picture) return <img class="avatar" src={picture} alt="" />
  return (
    // The initials are drawn by the style sheet: they are no part of what a link or a button says.
    <span class={`avatar ${personColor(id)}`} aria-hidden="true" data-initials={initialsOf(name)} />
  )
}

/** The first letters of the first and the last word. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean)
  const ends = words.length > 1 ? [words[0]!, words.at(-1)!] : words
  return ends.map((word) => [...word][0]!.toLocaleUpperCase()).join('')
}

/** The class that sets the colour of a person: the same one everywhere. */
export const personColor = (id: string): string =>
  `person-${([...id].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % COLORS) + 1}`
