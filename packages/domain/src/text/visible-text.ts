/**
 * Characters that show nothing but can reorder or hide what is read: controls, marks and overrides of the text
 * direction, zero-width spaces, fillers, tags. Not among them: NUL, which is refused; line breaks and tabs; joiners,
 * which Persian, Indic scripts and emoji need; the tags of a flag, such as Scotland's.
 */
const invisible =
  /\u{1F3F4}[\u{E0020}-\u{E007F}]+|(?![\0\t\n\r\u200C\u200D\p{Variation_Selector}])[\p{Cc}\p{Default_Ignorable_Code_Point}\u2028\u2029\uFFF9-\uFFFB]/gu

/** Joiners without a letter, mark or emoji on both sides join nothing. */
const looseJoiners =
  /(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200C\u200D]+|[\u200C\u200D]+(?![\p{L}\p{M}\p{Extended_Pictographic}])/gu

/** The text without invisible characters that could deceive a reader. The one rule for names and texts from outside. */
export function removeInvisible(text: string): string {
  return text
    .replaceAll(invisible, (found) => (found.startsWith('\u{1F3F4}') ? found : ''))
    .replaceAll(looseJoiners, '')
}

/** Visible text on one line: line breaks and tabs become spaces. For names, which appear in lists and in headings. */
export function toVisibleLine(text: string): string {
  return removeInvisible(text)
    .replaceAll(/[\t\n\r]+/g, ' ')
    .trim()
}
