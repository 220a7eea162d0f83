const longestText = 500

/**
 * Removes from a message what may identify a person or grant access: email addresses, quoted values, queries and
 * credentials of URLs, long numbers, tokens. What remains says what went wrong.
 */
export function scrubText(text: string): string {
  return (
    text
      .replaceAll(/[\w.+-]+@[\w-]+(?:\.[\w-]+)*/g, '[email]')
      .replaceAll(/\b([a-z][a-z0-9+.-]*):\/\/[^\s"'<>]+/gi, (_url, scheme: string) => `${scheme}://[url]`)
      .replaceAll(/"[^"]*"/g, '"[value]"')
      .replaceAll(/(?<=^|[\s(=:,])'[^']*'/g, "'[value]'")
      .replaceAll(/[“„«].*?[”“»]/g, '“[value]”')
      // Keys such as (email)=(jo@example.com).
      .replaceAll(/=\([^)]*\)/g, '=([value])')
      .replaceAll(/\+?\d[\d ().-]{5,}\d/g, '[number]')
      .replaceAll(/(?<![\w-])(?=[\w-]*\d)[\w-]{20,}/g, '[token]')
      .slice(0, longestText)
  )
}
