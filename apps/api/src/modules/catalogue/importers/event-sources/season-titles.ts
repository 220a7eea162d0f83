import { hash53 } from '@terrace/domain/text/short-hash'
import { matchKey } from '../../matching/match-key.ts'
import { openNumberMap } from '../readers/number-map.ts'

/** What tells the events of a season apart when no key does. */
export interface TitledEvent {
  id: number
  title: string
  /** The session of a weekend as {@link sessionOf} reads it; empty where there is only one. */
  session: string
  round: string | null
  /** Date and time at the venue, `YYYY-MM-DDTHH:mm`. */
  sourceLocal: string
}

/** An event of a season by its title, as numbers to compare with {@link numbersOf}. */
export interface TitledPlace {
  id: number
  session: number
  /** 0 without a round. */
  round: number
  day: number
}

/** The events of a season by title and by day. Keeps numbers only: a season may have half a million events. */
export interface SeasonTitles {
  add(event: TitledEvent): void
  /** Takes out an event that has another title or day now. */
  remove(event: Pick<TitledEvent, 'id' | 'title'>): void
  titled(title: string): TitledPlace[]
  /** Ids of events at most `days` away from a day, at most `limit`. */
  near(day: string, days: number, limit: number): number[]
}

const dayMs = 86_400_000
const width = 4

export function numbersOf({
  session,
  round,
  sourceLocal,
}: Pick<TitledEvent, 'session' | 'round' | 'sourceLocal'>): Omit<TitledPlace, 'id'> {
  return {
    session: hash53(session),
    round: round === null ? 0 : hash53(round),
    day: dayNumber(sourceLocal.slice(0, 10)),
  }
}

export function openSeasonTitles(): SeasonTitles {
  // Events with one title, and those of one day, are chains: the map has the last one, `next` the one before.
  const titles = openNumberMap()
  const days = openNumberMap()
  let cells = new Float64Array(width * 1024)
  let next = new Int32Array(2 * 1024)
  let count = 0

  function grow(): void {
    const [oldCells, oldNext] = [cells, next]
    cells = new Float64Array(oldCells.length * 2)
    cells.set(oldCells)
    next = new Int32Array(oldNext.length * 2)
    next.set(oldNext)
  }

  const at = (place: number): TitledPlace => {
    const [id = 0, session = 0, round = 0, day = 0] = cells.subarray(place * width, (place + 1) * width)
    return { id, session, round, day }
  }

  function* chain(last: number | undefined, kind: 0 | 1): Generator<number> {
    // Places are stored plus one, so that 0 ends a chain.
    for (let place = (last ?? -1) + 1; place > 0; place = next[2 * (place - 1) + kind] ?? 0) yield place - 1
  }

  return {
    add({ id, title, ...event }) {
      if ((count + 1) * width > cells.length) grow()
      const { session, round, day } = numbersOf(event)
      cells.set([id, session, round, day], count * width)
      const key = hash53(matchKey(title))
      next[2 * count] = (titles.get(key) ?? -1) + 1
      next[2 * count + 1] = (days.get(day) ?? -1) + 1
      titles.set(key, count)
      days.set(day, count)
      count += 1
    },
    remove({ id, title }) {
      for (const place of chain(titles.get(hash53(matchKey(title))), 0))
        if (cells[place * width] === id) cells[place * width] = 0
    },
    titled(title) {
      return [...chain(titles.get(hash53(matchKey(title))), 0)].map(at).filter(({ id }) => id !== 0)
    },
    near(day, distance, limit) {
      const found: number[] = []
      for (let away = -distance; away <= distance; away += 1)
        for (const place of chain(days.get(dayNumber(day) + away), 1)) {
          if (found.length >= limit) return found
          const { id } = at(place)
          if (id !== 0) found.push(id)
        }
      return found
    },
  }
}

function dayNumber(day: string): number {
  return Math.round(Date.parse(day) / dayMs)
}

/** `12/2026/monaco/qualifying` → `qualifying`. */
export function sessionOf(sourceKey: string): string {
  return sourceKey.split('/')[3] ?? ''
}
