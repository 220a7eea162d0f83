/** Dashes and underscores are spaces (spec §3), and case does not count. */
export function plainSection(name: string): string {
  return name
    .replaceAll(/[\s_-]+/g, ' ')
    .trim()
    .toLowerCase()
}
