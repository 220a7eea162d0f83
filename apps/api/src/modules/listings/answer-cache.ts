/** Answers by what was asked, as many as fit into a number of bytes; what was not asked for the longest goes first. */
export interface AnswerCache<Answer> {
  get(key: string): Answer | undefined
  set(key: string, answer: Answer, size: number): void
}

export function createAnswerCache<Answer>(most: number): AnswerCache<Answer> {
  // The map keeps the order of use.
  const kept = new Map<string, { answer: Answer; size: number }>()
  let total = 0

  function remove(key: string): void {
    total -= kept.get(key)?.size ?? 0
    kept.delete(key)
  }

  return {
    get(key) {
      const entry = kept.get(key)
      if (!entry) return undefined
      kept.delete(key)
      kept.set(key, entry)
      return entry.answer
    },
    set(key, answer, size) {
      remove(key)
      if (size > most) return
      kept.set(key, { answer, size })
      total += size
      for (const oldest of kept.keys()) {
        if (total <= most) return
        remove(oldest)
      }
    },
  }
}
