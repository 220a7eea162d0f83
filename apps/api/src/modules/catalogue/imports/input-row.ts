import type { SourceEvent } from '../importers/event-sources/source-event.ts'
import type { Fixture } from '../importers/fixtures/fixture.ts'

/** A row of a file: a fixture, an event of a feed, or the reason why it is neither. */
export type InputRow = { line: number; fileName: string } & (
  | { fixture: Fixture }
  | { event: SourceEvent }
  | { bad: string }
  | { skip: string }
  /** A stored event that the file does not have, whose time turns out to be known or not. */
  | { eventId: number; timeKnown: boolean }
)
