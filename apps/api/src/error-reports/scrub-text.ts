const longestText = 500
/** Some patterns take time that grows with the square of the text. What is shown is far shorter. */
const longestInput = 4000

/**
 * Removes from a message what may identify a person or grant access: email addresses, quoted values, queries and
 * credentials of URLs, long numbers, tokens. What remains says what went wrong. A name that stands in a message without
 * quotation marks remains, too.
 */
export function scrubText(text: string): string {
  return (
    cut(text)
      .replaceAll(/[\w.+-]+@[\w-]+(?:\.[\w-]+)*/g, '[email]')
      .replaceAll(
        /(?<![a-z0-9+.-])([a-z0-9+.-]+):\/\/[^\s"'<>]+/gi,
        (_url, scheme: string) => `${scheme}://[url]`,
      )
      // A quotation may have lost its end.
      .replaceAll(/"[^"]*(?:"|$)/g, '"[value]"')
      .replaceAll(/(?<=^|[\s(=:,])'[^']*(?:'|$)/g, "'[value]'")
      .replaceAll(/[“„«][^”“»]*(?:[”“»]|$)/g, '“[value]”')
      // Keys such as (email)=(jo@example.com).
      .replaceAll(/=\([^)]*(?:\)|$)/g, '=([value])')
      .replaceAll(/\+?\d[\d ().-]{5,}\d/g, '[number]')
      .replaceAll(/(?<![\w-])(?=[\w-]*\d)[\w-]{20,}/g, '[token]')
      .slice(0, longestText)
  )
}

/** Without the last word of a longer text: half an address or number would not be recognised. */
function cut(text: string): string {
  if (text.length <= longestInput) return text
  const start = text.slice(0, longestInput)
  const end = Math.max(start.lastIndexOf(' '), start.lastIndexOf('\n'))
  return end === -1 ? '[long text]' : start.slice(0, end)
}
