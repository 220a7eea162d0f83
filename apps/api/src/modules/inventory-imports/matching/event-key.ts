import { matchKey } from '@terrace/domain/text/match-key'
import type { NamedEvent } from '../reading/inventory-row.ts'

const keyOf = (name: string) => (name === '' ? '' : matchKey(name))

/** Rows with equal keys name the same event. */
export function eventKeyOf(event: NamedEvent): string {
  return [event.id ?? '', event.foreignId ?? '', nameKeyOf(event)].join('|')
}

/** What a decision about a name is stored under: name, venue, day and time. */
export function nameKeyOf({ name, venue, day, time }: NamedEvent): string {
  return [keyOf(name), keyOf(venue), day ?? '', time ?? ''].join('|')
}
