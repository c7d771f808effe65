/** What can be printed, and the file it is printed into. */
export const PRINTED_FILES = { book: 'book.pdf', card: 'card.png' }
export type PrintKind = keyof typeof PRINTED_FILES
