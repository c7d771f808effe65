// Removes unprintable characters from text.

// Overrides of the text direction.
const OVERRIDES = /[\u061c\u202a-\u202e\u2066-\u2069]/g

// Right-to-left letters without a glyph in our fonts, and noncharacters: Typst crashes on a missing glyph in such a
// run.
const WITHOUT_GLYPH =
  /[\u05ef\u0605\u061d\u0700-\u074f\u0780-\u089f\u08a1\u08ad-\u08e3\u08ff\ufbc2\ufd40-\ufd4f\ufdcf\ufdf0\ufdf1\ufdf3-\ufdf9\ufdfe\ufdff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}\p{Cn}\p{Co}]/gu

const REPLACEMENT = '\ufffd'

export const printable = (text: string): string =>
  text.toWellFormed().replace(OVERRIDES, '').replace(WITHOUT_GLYPH, REPLACEMENT)

// Typst also crashes on some characters between right-to-left letters that come from another font.
export const runsRightToLeft = (text: string): boolean => /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/.test(text)

const CERTAIN =
  /[^\0-\u024f\u2000-\u206f\u20a0-\u20bf\u3000-\u303f\uff00-\uffef\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{Emoji_Presentation}]/gu

const CERTAIN_AMONG_THEM =
  /[^\n\x20-\x7e\u00a0-\u024f\u05d0-\u05ea\u060c\u061b\u061f\u0621-\u064a\u0660-\u0669\u066e\u066f\u0671-\u06d3\u2013\u2014\u2018-\u201e\u2022\u2026\u20ac]/gu

/** Keeps only characters that certainly have a glyph, for when typesetting the full text failed. */
export const withKnownGlyphs = (text: string): string =>
  runsRightToLeft(text) ? text.replace(CERTAIN_AMONG_THEM, '?') : text.replace(CERTAIN, REPLACEMENT)
