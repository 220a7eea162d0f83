const maxLength = 60

/** Quotes user input for a sentence; long text is truncated. */
export function inQuotationMarks(text: string): string {
  const characters = [...text]
  return `“${characters.length > maxLength ? `${characters.slice(0, maxLength).join('').trimEnd()}…` : text}”`
}
