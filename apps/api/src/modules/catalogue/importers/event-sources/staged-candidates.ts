import type { Candidate } from './event-sources.repo.ts'

/** An event with its home team, if it has one. */
export type PairCandidate = Candidate & { home: number }

export const candidateKeys = {
  pair: (one: number, other: number) => `pair ${Math.min(one, other)} ${Math.max(one, other)}`,
  day: (venueId: number, day: string) => `day ${venueId} ${day}`,
}

/** Events that earlier rows of the file have added or changed. Queries do not see these changes yet. */
export interface StagedCandidates {
  add(event: Candidate & { performers: readonly { id: number; role: string }[] }): void
  /** Those with this key, together with the found ones that no earlier row has changed. */
  merge<Found extends Candidate>(key: string, found: readonly Found[]): Found[]
  /** Forgets new events, which queries find after they are written. */
  forgetWritten(): void
}

export function openStagedCandidates(): StagedCandidates {
  const kept = new Map<string, PairCandidate[]>()
  const unwritten = new Map<string, PairCandidate[]>()
  const changedIds = new Set<number>()
  return {
    add({ performers, ...event }) {
      const [one, other] = performers
      const isNew = event.id < 0
      if (!isNew) changedIds.add(event.id)
      const home = performers.find(({ role }) => role === 'home')?.id ?? 0
      const byPlace = [
        candidateKeys.day(event.venueId, event.sourceLocal.slice(0, 10)),
        ...(one && other ? [candidateKeys.pair(one.id, other.id)] : []),
      ]
      for (const key of byPlace) push(isNew ? unwritten : kept, key, { ...event, home })
    },
    merge: <Found extends Candidate>(key: string, found: readonly Found[]) => [
      ...found.filter(({ id }) => !changedIds.has(id)),
      // Both kinds of candidates have the fields of a pair; only look-ups of pairs read `home`.
      ...([...(kept.get(key) ?? []), ...(unwritten.get(key) ?? [])] as unknown as Found[]),
    ],
    forgetWritten: () => unwritten.clear(),
  }
}

function push(events: Map<string, PairCandidate[]>, key: string, event: PairCandidate): void {
  const list = events.get(key)
  if (list) list.push(event)
  else events.set(key, [event])
}
