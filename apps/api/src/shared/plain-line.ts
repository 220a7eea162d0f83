/** The text in one line, without characters that nobody sees: none of them may hide or turn around what is read. */
export const plainLine = (text: string): string => text.replaceAll(/[\p{C}\s]+/gu, ' ').trim()
