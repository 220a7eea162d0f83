/** Text on one line without control and format characters, which could hide or reorder what is read. */
export const toSingleLine = (text: string): string => text.replaceAll(/[\p{C}\s]+/gu, ' ').trim()
