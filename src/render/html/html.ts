// The branded types behind `template.ts`: nothing else makes them.

/** A piece of HTML that is safe to send. */
export class Html {
  readonly #text: string

  /** Only for this folder's template; anything else would be a way around it. */
  constructor(text: string) {
    this.#text = text
  }

  get text(): string {
    return this.#text
  }

  toString(): string {
    return this.#text
  }
}

/** The attributes of a tag, with a space before each. */
export class Attributes {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  get text(): string {
    return this.#text
  }
}

export const NOTHING = new Html('')

const SPECIAL = /[&<>"'\0\r]/
const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\r': '&#13;',
  // A parser would replace or drop it, depending on where it stands.
  '\0': '\ufffd',
}

export const escapeText = (text: string): string =>
  SPECIAL.test(text) ? text.replaceAll(/[&<>"'\0\r]/g, (character) => ENTITIES[character]!) : text
