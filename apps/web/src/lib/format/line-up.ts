interface Performed {
  title: string
  performers: readonly { id: number; name: string; slug: string; role: string }[]
}

/** Who performs at an event, in the order of the bill. Teams are in the title, and every driver is in every race. */
export function lineUpOf<Event extends Performed>({ title, performers }: Event): Event['performers'] {
  return performers.filter(({ name, role }) => role === 'performer' && name !== title)
}

const shown = 3

/**
 * `Act 1, Act 2, Act 3 and 57 more`, those that the search names first; '' without a line-up. `isNamed`: the search
 * names one of them.
 */
export function lineUpText(event: Performed, query = ''): { text: string; isNamed: boolean } {
  const words = wordsOf(query)
  const isNamed = ({ name }: { name: string }) => wordsOf(name).some((word) => words.includes(word))
  const acts = lineUpOf(event).toSorted((left, right) => Number(isNamed(right)) - Number(isNamed(left)))
  const names = acts.map(({ name }) => name)
  const more = names.length - shown
  return {
    text: more > 1 ? `${names.slice(0, shown).join(', ')} and ${more} more` : names.join(', '),
    isNamed: acts.some(isNamed),
  }
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1)
}
